import { type Answer, mostMilliseconds } from "./ask";

const parsed = (text: string): { result?: unknown; msg?: unknown; code?: unknown } | undefined => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const isEnvelope = (text: string): boolean => {
  const body = parsed(text);
  return body?.result === "error" && typeof body.msg === "string" && typeof body.code === "string";
};

const isHtml = ({ headers }: Answer): boolean => String(headers["content-type"]).startsWith("text/html");

/** Where no request may make the server send a browser: elsewhere, or into a script. */
const isLedAstray = (location: string): boolean =>
  /^\s*(javascript|data|file):|^[/\\]{2}|^https?:\/\/[^/]*(evil|169\.254)/i.test(location);

/** What is wrong with an answer, if anything. A page may refuse in HTML, anything else in the envelope. */
export const faultOf = (method: string, isPage: boolean, answer: Answer): string | undefined => {
  const { status, headers, text, milliseconds } = answer;
  if (milliseconds > mostMilliseconds) return `took ${Math.round(milliseconds)} ms`;
  if (status === 503) return headers["retry-after"] === undefined ? "503 without Retry-After" : undefined;
  if (status >= 500) return `status ${status}`;
  if (isLedAstray(String(headers.location ?? ""))) return `redirects to ${headers.location}`;
  if ((headers["set-cookie"] as readonly string[] | undefined)?.some((cookie) => cookie.startsWith("a=b")))
    return "sets a cookie that the request wrote";
  if (isHtml(answer) && text.includes("<script>alert(1)")) return "contains a script that the request wrote";
  if (method === "HEAD" || method === "OPTIONS" || status < 400) return undefined;
  if (isPage && isHtml(answer)) return undefined;
  return isEnvelope(text) ? undefined : `status ${status} without the envelope of a failure`;
};
