import { expect, test } from "vitest";
import { delayBefore } from "./reconnect";

test("never waits longer than half a minute", () => {
  expect(delayBefore(20, () => 1)).toBe(30);
});
