// SPDX-License-Identifier: GPL-3.0-or-later
// The array, a controller and memories for C = A · B with A M × K and B K × N. Folds follow one
// another, columns of folds innermost; the controller counts no cycle of a formula: a fold is over
// when its last operand has reached the last PE (os: and the sums have been shifted out).
//
// Writes in the middle of every cycle a line for each PE (array.v says which) and one for each sum that
// left at the edge before, "O cycle column value"; at the end one for each element of C, "C m n value",
// and "E cycles".
module bench;
  parameter ROWS = 4, COLUMNS = 4, OS = 0, HOP = 1, M = 4, N = 4, K = 4;

  localparam T = OS ? K : M;                     // elements that stream by in a fold
  localparam SPATIAL_ROWS = OS ? M : K;
  localparam IDLE = 0, LOAD = 1, STREAM = 2, DRAIN = 3, DONE = 4;

  reg signed [7:0] a [0:M * K - 1], b [0:K * N - 1];
  reg signed [31:0] c [0:M * N - 1];             // accumulators beside the array
  reg clk;                                       // x at first: the first fall is the feeder's, the first rise the array's

  // --- the controller ---
  integer stage, counter, row0, column0;         // row0, column0: first element of the fold
  integer next_stage, next_counter, next_row0, next_column0;
  reg begins;
  wire corner_moves, corner_last;

  always @* begin
    next_stage = stage;
    next_counter = counter + 1;
    next_row0 = row0;
    next_column0 = column0;
    begins = 0;
    if (stage == LOAD && next_counter == ROWS) begin
      next_stage = STREAM;
      next_counter = 0;
    end else if (stage == STREAM && corner_moves && corner_last && OS) begin
      next_stage = DRAIN;
      next_counter = 0;
    end else if (stage == IDLE || (stage == STREAM && corner_moves && corner_last) || (stage == DRAIN && next_counter == ROWS)) begin
      begins = 1;
      next_stage = OS ? STREAM : LOAD;
      next_counter = 0;
      if (stage != IDLE) begin
        next_column0 = column0 + COLUMNS;
        if (next_column0 >= N) begin
          next_column0 = 0;
          next_row0 = row0 + ROWS;
        end
      end
      if (next_row0 >= SPATIAL_ROWS)
        next_stage = DONE;
    end
  end

  // --- operands: an address walks down the rows (os: also along the columns), a cycle a row ---
  integer slot_down [0:HOP * ROWS], slot_right [0:COLUMNS]; // T: nothing there
  reg [ROWS * 8 - 1:0] left;
  reg [ROWS - 1:0] left_valid, left_moves, left_last;
  reg [COLUMNS * 8 - 1:0] top;
  reg [COLUMNS - 1:0] top_valid;
  integer r, q, slot, line;

  always @* begin
    slot_down[0] = next_stage == STREAM && next_counter < T ? next_counter : T;
    slot_right[0] = slot_down[0];
  end

  always @(posedge clk) begin
    for (r = HOP * ROWS; r > 0; r = r - 1)
      slot_down[r] <= slot_down[r - 1];
    for (q = COLUMNS; q > 0; q = q - 1)
      slot_right[q] <= slot_right[q - 1];
  end

  integer i, j;
  always @(negedge clk) begin                    // settled before the edge that takes it
    for (i = 0; i < ROWS; i = i + 1) begin
      slot = slot_down[i * HOP];
      line = next_row0 + i;
      left_moves[i] = slot < T;
      left_last[i] = slot == T - 1;
      left_valid[i] = slot < T && line < SPATIAL_ROWS;
      left[i * 8 +: 8] = left_valid[i] ? (OS ? a[line * K + slot] : a[slot * K + line]) : 8'hxx;
    end
    for (j = 0; j < COLUMNS; j = j + 1) begin
      line = (OS ? next_column0 : column0) + j;
      slot = OS ? slot_right[j] : row0 + ROWS - 1 - counter; // ws: the last row enters first
      top_valid[j] = slot < (OS ? T : K) && line < N;
      top[j * 8 +: 8] = top_valid[j] ? b[slot * N + line] : 8'hxx;
    end
  end

  // --- sums: accumulators are read as a fold's sums start, and written as they leave ---
  integer reads [0:COLUMNS - 1], writes [0:COLUMNS - 1];
  wire [COLUMNS * 32 - 1:0] sums;
  reg [COLUMNS * 32 - 1:0] left_array;
  reg [COLUMNS - 1:0] has_left;
  wire [COLUMNS * 32 - 1:0] bottom;
  wire [COLUMNS - 1:0] bottom_valid, starts;
  integer cycle, file, p;
  reg look;
  integer z;

  genvar g;
  generate
    for (g = 0; g < COLUMNS; g = g + 1) begin : start
      assign sums[g * 32 +: 32] = row0 > 0 && column0 + g < N && reads[g] < M ? c[reads[g] * N + column0 + g] : 0;
    end
  endgenerate

  always @(posedge clk) begin
    left_array <= bottom;
    has_left <= bottom_valid;
    for (z = 0; z < COLUMNS; z = z + 1) begin
      if (bottom_valid[z] && OS)
        c[(row0 + ROWS - 1 - counter) * N + column0 + z] <= bottom[z * 32 +: 32];
      else if (bottom_valid[z])
        c[writes[z] * N + column0 + z] <= bottom[z * 32 +: 32];
      reads[z] <= begins ? 0 : reads[z] + starts[z];
      writes[z] <= begins ? 0 : writes[z] + bottom_valid[z];
    end
  end

  array #(.ROWS (ROWS), .COLUMNS (COLUMNS), .OS (OS), .HOP (HOP)) array (
    .clk (clk), .clear (begins), .shift (stage == LOAD), .drain (stage == DRAIN),
    .left (left), .left_valid (left_valid), .left_moves (left_moves), .left_last (left_last), .top (top), .top_valid (top_valid), .sums (sums),
    .bottom (bottom), .bottom_valid (bottom_valid), .corner_moves (corner_moves), .corner_last (corner_last),
    .starts (starts), .look (look), .file (file), .cycle (cycle));

  // --- what is written ---
  reg [8 * 1024 - 1:0] path;

  initial begin
    if (!$value$plusargs ("a=%s", path)) $finish;
    $readmemh (path, a);
    if (!$value$plusargs ("b=%s", path)) $finish;
    $readmemh (path, b);
    if (!$value$plusargs ("o=%s", path)) $finish;
    file = $fopen (path);
    for (p = 0; p < COLUMNS; p = p + 1) begin
      reads[p] = 0;
      writes[p] = 0;
    end
    for (p = 0; p <= HOP * ROWS; p = p + 1)
      slot_down[p] = T;
    for (p = 0; p <= COLUMNS; p = p + 1)
      slot_right[p] = T;
    has_left = 0;
    look = 0;
    stage = IDLE;
    counter = 0;
    row0 = 0;
    column0 = 0;
    cycle = -1;
    while (stage != DONE && cycle < 100000) begin
      #5 clk = 0;
      #1 look = stage != IDLE;
      for (p = 0; p < COLUMNS; p = p + 1)
        if (look && has_left[p])
          $fwrite (file, "O %0d %0d %0d\n", cycle, p, $signed (left_array[p * 32 +: 32]));
      #4 clk = 1;
      look = 0;
      stage <= next_stage;
      counter <= next_counter;
      row0 <= next_row0;
      column0 <= next_column0;
      cycle = cycle + 1;
      #1;
    end
    for (p = 0; p < M * N; p = p + 1)
      $fwrite (file, "C %0d %0d %0d\n", p / N, p % N, c[p]);
    $fwrite (file, "E %0d\n", cycle);
    $fclose (file);
    $finish;
  end
endmodule
