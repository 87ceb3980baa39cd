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
import { code, expectPageToHold, table } from "../support/docs/generated-page";

/** The parts of a client that are read, by their names there. */
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
    zulipJsCalls.map(({ call, request, answers }) => [
      code(call),
      request === "" ? "" : code(request),
      answers,
    ]),
  ),
  flutter: payloads(
    [...accountRequests, ...channelRequests, ...messageRequests],
    flutterSnapshot,
    flutter.events,
  ),
  terminal: payloads(terminalRequests, terminalSnapshot, terminal.events),
};

test.each(Object.entries(parts))("the page on clients lists what is tested of %s", (part, content) => {
  expectPageToHold("clients.md", part, content);
});
