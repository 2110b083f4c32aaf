import { expect, test } from "vitest";
import { columnsAt } from "./layout";

test.each([
  [360, 1],
  [820, 2],
  [1440, 3],
])("%i px shows %i columns", (width, columns) => {
  expect(columnsAt(width)).toBe(columns);
});
