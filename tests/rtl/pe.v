// SPDX-License-Identifier: GPL-3.0-or-later
// One processing element: int8 × int8 added to int32, one register to each neighbour.
//
// OS = 0: weights stand still (`down` is the chain that they are shifted in by), sums move down.
// OS = 1: sums stand still, both operands move; sums are shifted down when all are done.
// HOP = 2 (weight-stationary only): a second register on a sum's way down, as in some published
// designs; rows are then two cycles apart.
module pe #(parameter OS = 0, parameter HOP = 1) (
  input clk,
  input clear,                    // a new fold begins: what stood still is gone
  input signed [7:0] left, input left_valid, input left_moves, input left_last,
  input signed [7:0] top, input top_valid,
  input shift,                    // OS = 0: the chain of weights moves down
  input drain,                    // OS = 1: the sums move down
  input signed [31:0] sum_in, input sum_in_valid,
  output reg signed [7:0] across, output reg across_valid, output reg moves, output reg last,
  output reg signed [7:0] down, output reg down_valid,
  output signed [31:0] sum_out, output sum_out_valid, // to the row below: a register
  output signed [31:0] sum_next, output sum_next_valid, // what that register takes at the next edge
  output mac,
  output signed [31:0] product, output signed [31:0] partial_in, output signed [31:0] partial_out,
  output reg signed [31:0] sum, output reg sum_valid
);
  reg signed [31:0] hop;
  reg hop_valid;

  assign mac = across_valid && down_valid;
  assign product = across * down;
  assign partial_in = OS ? (sum_valid ? sum : 0) : sum_in;
  assign partial_out = partial_in + product;
  assign sum_out = HOP == 2 ? hop : sum;
  assign sum_out_valid = HOP == 2 ? hop_valid : sum_valid;
  assign sum_next = HOP == 2 ? sum : mac ? partial_out : sum_in;
  assign sum_next_valid = HOP == 2 ? sum_valid : mac || sum_in_valid;

  initial begin
    across_valid = 0;
    moves = 0;
    last = 0;
    down_valid = 0;
    sum_valid = 0;
    hop_valid = 0;
  end

  always @(posedge clk) begin
    across <= left;
    across_valid <= left_valid;
    moves <= left_moves;
    last <= left_last;
    hop <= sum;
    hop_valid <= sum_valid;

    if (OS || shift) begin
      down <= top;
      down_valid <= top_valid;
    end
    if (!OS && clear)
      down_valid <= 0;

    if (OS) begin
      if (mac) begin
        sum <= partial_out;
        sum_valid <= 1;
      end else if (drain) begin
        sum <= sum_in;
        sum_valid <= sum_in_valid;
      end
      if (clear)
        sum_valid <= 0;
    end else begin
      sum <= mac ? partial_out : sum_in;
      sum_valid <= mac || sum_in_valid;
    end
  end
endmodule
