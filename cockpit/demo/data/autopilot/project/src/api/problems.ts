export interface Problem {
  type: string;
  title: string;
  status: number;
  detail?: string;
}

export function invalid(detail: string): Problem {
  return { type: "about:blank", title: "Invalid input", status: 422, detail };
}
