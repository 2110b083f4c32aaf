import { createHmac, timingSafeEqual } from "node:crypto";

const secret = process.env.TASKFLOW_SECRET ?? "development only";

export function sign(person: string): string {
  return `${person}.${createHmac("sha256", secret).update(person).digest("base64url")}`;
}

export function verify(cookie: string): string | null {
  const person = cookie.slice(0, cookie.lastIndexOf("."));
  const expected = Buffer.from(sign(person));
  const given = Buffer.from(cookie);
  return expected.length === given.length && timingSafeEqual(expected, given) ? person : null;
}
