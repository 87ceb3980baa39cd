import type { Config } from "../../config/config";
import { broken, doubtful, type Finding, fine, reasonOf } from "./finding";

const patience = 10_000;
const loopback = ["localhost", "127.0.0.1", "[::1]"];

/** Whether a Parley answers at the address that people use. */
export const checkAddress = async ({ url, mode }: Config): Promise<Finding> => {
  if (url === undefined)
    return mode === "development"
      ? fine("Address", "PARLEY_URL isn't set, which will do for development")
      : doubtful("Address", "set PARLEY_URL to the address that people use: links in mails begin with it");
  let answer: Response;
  try {
    answer = await fetch(`${url}/health`, { signal: AbortSignal.timeout(patience), redirect: "error" });
  } catch (error) {
    return broken(
      "Address",
      `nothing answers at ${url}: ${reasonOf((error as Error).cause ?? error)}. Start the server, and look at the proxy before it`,
    );
  }
  const body = await answer.text();
  if (!answer.ok || !body.includes('"result":"success"'))
    return broken("Address", `what answers at ${url} is no Parley (status ${answer.status})`);
  return new URL(url).protocol === "http:" && !loopback.includes(new URL(url).hostname)
    ? doubtful("Address", `${url} answers, unencrypted: put a proxy with TLS before it`)
    : fine("Address", `${url} answers`);
};
