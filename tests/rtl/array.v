// SPDX-License-Identifier: GPL-3.0-or-later
// ROWS × COLUMNS PEs, each wired to its neighbours only. What enters comes from the left and from
// above; the last PE's control bits tell when a fold has passed.
//
// At each rise of `look` every PE writes a line about itself to `file`:
//     P cycle row column mac across_valid across down_valid down product in out sum_valid sum
module array #(parameter ROWS = 4, parameter COLUMNS = 4, parameter OS = 0, parameter HOP = 1) (
  input clk,
  input clear, input shift, input drain,
  input [ROWS * 8 - 1:0] left, input [ROWS - 1:0] left_valid, input [ROWS - 1:0] left_moves, input [ROWS - 1:0] left_last,
  input [COLUMNS * 8 - 1:0] top, input [COLUMNS - 1:0] top_valid,
  input [COLUMNS * 32 - 1:0] sums, // ws: what the sums of row 0 start from
  output [COLUMNS * 32 - 1:0] bottom, output [COLUMNS - 1:0] bottom_valid, // leave at the next edge
  output corner_moves, output corner_last,
  output [COLUMNS - 1:0] starts,   // row 0 multiplies
  input look, input [31:0] file, input [31:0] cycle
);
  wire signed [7:0] a [0:ROWS * (COLUMNS + 1) - 1];   // in front of column c, and behind the last
  wire a_valid [0:ROWS * (COLUMNS + 1) - 1], a_moves [0:ROWS * (COLUMNS + 1) - 1], a_last [0:ROWS * (COLUMNS + 1) - 1];
  wire signed [7:0] b [0:(ROWS + 1) * COLUMNS - 1];   // above row r, and below the last
  wire b_valid [0:(ROWS + 1) * COLUMNS - 1];
  wire signed [31:0] s [0:(ROWS + 1) * COLUMNS - 1];
  wire s_valid [0:(ROWS + 1) * COLUMNS - 1];

  genvar r, c;
  generate
    for (r = 0; r < ROWS; r = r + 1) begin : feed_left
      assign a[r * (COLUMNS + 1)] = left[r * 8 +: 8];
      assign a_valid[r * (COLUMNS + 1)] = left_valid[r];
      assign a_moves[r * (COLUMNS + 1)] = left_moves[r];
      assign a_last[r * (COLUMNS + 1)] = left_last[r];
    end
    for (c = 0; c < COLUMNS; c = c + 1) begin : feed_top
      assign b[c] = top[c * 8 +: 8];
      assign b_valid[c] = top_valid[c];
      assign s[c] = OS ? 0 : sums[c * 32 +: 32];
      assign s_valid[c] = 0;
    end
    for (r = 0; r < ROWS; r = r + 1) begin : row
      for (c = 0; c < COLUMNS; c = c + 1) begin : column
        localparam I = r * COLUMNS + c, ACROSS = r * (COLUMNS + 1) + c;
        wire signed [31:0] next, product, partial_in, partial_out, sum;
        wire next_valid, mac, sum_valid;

        pe #(.OS (OS), .HOP (HOP)) pe (
          .clk (clk), .clear (clear), .shift (shift), .drain (drain),
          .left (a[ACROSS]), .left_valid (a_valid[ACROSS]), .left_moves (a_moves[ACROSS]), .left_last (a_last[ACROSS]),
          .across (a[ACROSS + 1]), .across_valid (a_valid[ACROSS + 1]), .moves (a_moves[ACROSS + 1]), .last (a_last[ACROSS + 1]),
          .top (b[I]), .top_valid (b_valid[I]), .down (b[I + COLUMNS]), .down_valid (b_valid[I + COLUMNS]),
          .sum_in (s[I]), .sum_in_valid (s_valid[I]), .sum_out (s[I + COLUMNS]), .sum_out_valid (s_valid[I + COLUMNS]),
          .sum_next (next), .sum_next_valid (next_valid),
          .mac (mac), .product (product), .partial_in (partial_in), .partial_out (partial_out), .sum (sum), .sum_valid (sum_valid));
        always @(posedge look)
          $fwrite (file, "P %0d %0d %0d %b %b %0d %b %0d %0d %0d %0d %b %0d\n", cycle, r, c, mac,
                   a_valid[ACROSS + 1], a[ACROSS + 1], b_valid[I + COLUMNS], b[I + COLUMNS], product, partial_in, partial_out, sum_valid, sum);
        if (r == 0) begin : first
          assign starts[c] = mac;
        end
        if (r == ROWS - 1) begin : leave
          assign bottom[c * 32 +: 32] = OS ? sum : next;
          assign bottom_valid[c] = OS ? drain && sum_valid : next_valid;
        end
        if (r == ROWS - 1 && c == COLUMNS - 1) begin : corner
          reg wait_moves, wait_last; // HOP = 2: the last sum needs one edge more

          initial wait_moves = 0;
          always @(posedge clk) begin
            wait_moves <= a_moves[ACROSS + 1];
            wait_last <= a_last[ACROSS + 1];
          end
          assign corner_moves = HOP == 2 ? wait_moves : a_moves[ACROSS + 1];
          assign corner_last = HOP == 2 ? wait_last : a_last[ACROSS + 1];
        end
      end
    end
  endgenerate
endmodule
