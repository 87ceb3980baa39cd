import * as E from "fp-ts/Either";
import { anyAddress } from "../../adapters/net/address-guard";
import { undiciHttp } from "../../adapters/net/undici-http";
import type { Config } from "../../config/config";
import { broken, doubtful, type Finding, fine } from "./finding";

const http = undiciHttp({
  isAllowed: anyAddress,
  timeout: 10_000,
  largestAnswer: 65_536,
  answersRedirects: true,
});
const loopback = ["localhost", "127.0.0.1", "[::1]"];

/** Whether a Parley answers at the configured address. */
export const checkAddress = async ({ url, mode }: Config): Promise<Finding> => {
  if (url === undefined)
    return mode === "development"
      ? fine("Address", "PARLEY_URL isn't set, which is fine for development")
      : doubtful(
          "Address",
          "set PARLEY_URL to the address that people use, because links in mail begin with it",
        );
  const asked = await http.request({ method: "GET", url: `${url}/health` });
  if (E.isLeft(asked))
    return broken(
      "Address",
      `nothing answers at ${url}: ${asked.left.message}. Start the server, and check the proxy in front of it`,
    );
  const answer = asked.right;
  if (answer.status !== 200 || !answer.body.includes('"result":"success"'))
    return broken("Address", `the program that answers at ${url} isn't Parley (status ${answer.status})`);
  return new URL(url).protocol === "http:" && !loopback.includes(new URL(url).hostname)
    ? doubtful("Address", `${url} answers, unencrypted: put a proxy with TLS in front of it`)
    : fine("Address", `${url} answers`);
};
