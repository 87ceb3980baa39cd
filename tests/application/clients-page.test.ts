import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { accountRequests } from "../support/clients/flutter/account-requests";
import { channelRequests } from "../support/clients/flutter/channel-requests";
import * as flutter from "../support/clients/flutter/events";
import { messageRequests } from "../support/clients/flutter/message-requests";
import { snapshot as flutterSnapshot } from "../support/clients/flutter/snapshot";
import type { ClientRequest } from "../support/clients/request";
import * as terminal from "../support/clients/terminal/events";
import { requests as terminalRequests } from "../support/clients/terminal/requests";
import { snapshot as terminalSnapshot } from "../support/clients/terminal/snapshot";
import { zulipJsCalls } from "../support/clients/zulip-js/calls";

const page = join(__dirname, "../../docs/clients.md");

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

const code = (text: string): string => (text === "" ? "" : `\`${text}\``);

/** What is read of a client's, by the names that it has there. */
const payloads = (
  requests: readonly ClientRequest[],
  registered: { readonly props: object },
  events: object,
): string => {
  const named = (names: readonly string[]) => [...names].sort().map(code).join(", ");
  return table(
    ["What", "Which"],
    [
      ["Answers to its requests", requests.map(({ route }) => code(route)).join(", ")],
      ["Fields of its registration", named(Object.keys(registered.props))],
      ["Events", named(Object.keys(events))],
    ],
  );
};

const parts: Readonly<Record<string, string>> = {
  "zulip-js": table(
    ["Call", "Request", "What Parley answers"],
    zulipJsCalls.map(({ call, request, answers }) => [code(call), code(request), answers]),
  ),
  flutter: payloads(
    [...accountRequests, ...channelRequests, ...messageRequests],
    flutterSnapshot,
    flutter.events,
  ),
  terminal: payloads(terminalRequests, terminalSnapshot, terminal.events),
};

/** The page with a part of it written anew. */
const withPart = (text: string, [name, content]: readonly [string, string]): string => {
  const [start, end] = [`<!-- ${name}: \`UPDATE_DOCS=1 npm test\` writes this. -->\n`, "<!-- end -->"];
  const [before = "", ...rest] = text.split(start);
  const [, ...after] = rest.join(start).split(end);
  if (after.length === 0) throw new Error(`The page has no place for ${name}`);
  return `${before}${start}\n${content}\n\n${end}${after.join(end)}`;
};

test("the page on clients holds exactly what is tried", () => {
  const wanted = Object.entries(parts).reduce(withPart, readFileSync(page, "utf8"));
  if (process.env.UPDATE_DOCS === "1") writeFileSync(page, wanted);
  expect(readFileSync(page, "utf8")).toBe(wanted);
});
