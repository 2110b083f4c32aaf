import { expect, test } from "vitest";
import { columnUnder } from "./drag";

test("a card dropped right of the board goes nowhere", () => {
  expect(columnUnder(900, [300, 300], ["todo", "doing"])).toBeNull();
});
