import { createHash, randomInt } from "node:crypto";
import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import * as t from "io-ts";
import type { CallFailure, CallProvider } from "../../application/ports/calls/call-provider";
import type { LinkTokens } from "../../application/ports/login/link-tokens";
import type { OutgoingHttp } from "../../application/ports/system/outgoing-http";
import { callServices } from "../../domain/calls/call-service";
import { askFor } from "./answers";

interface Options {
  readonly http: OutgoingHttp;
  /** Without a trailing slash; `/api` is below it. */
  readonly url: string;
  readonly secret: string;
  readonly tickets: LinkTokens;
}

const answered = t.type({
  response: t.intersection([
    t.type({ returncode: t.string }),
    t.partial({ messageKey: t.string, createTime: t.string }),
  ]),
});

const xmlIn = async (text: string): Promise<t.TypeOf<typeof answered>["response"] | undefined> => {
  const { XMLParser } = await import("fast-xml-parser");
  return pipe(
    E.tryCatch(
      () => new XMLParser({ parseTagValue: false }).parse(text),
      () => undefined,
    ),
    E.chainW(answered.decode),
    E.matchW(
      () => undefined,
      ({ response }) => response,
    ),
  );
};

/** When the meeting was created, as the server answers. */
const createTimeIn = async (body: string): Promise<E.Either<CallFailure, string>> => {
  const document = await xmlIn(body);
  if (document?.messageKey === "checksumError") return E.left({ kind: "refused_signature" });
  const { returncode, createTime } = document ?? {};
  return returncode === "SUCCESS" && createTime !== undefined
    ? E.right(createTime)
    : E.left({ kind: "unexpected", status: returncode ?? "not an answer of BigBlueButton" });
};

const largestId = 1_000_000_000_000;

/**
 * Video calls with BigBlueButton's signed API. A meeting's link leads to this server first, which starts the meeting
 * if necessary and forwards users under their names. Only the link's creator is a moderator. The link is signed, so
 * that nobody can forge one for another meeting.
 */
export const bigBlueButton = ({ http, url, secret, tickets }: Options): CallProvider => {
  const signed = (call: string, parameters: Readonly<Record<string, string>>): string => {
    const query = Object.entries(parameters)
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .join("&");
    const checksum = createHash("sha256").update(`${call}${query}${secret}`).digest("hex");
    return `${url}/api/${call}?${query}&checksum=${checksum}`;
  };

  return {
    service: callServices.bigBlueButton,

    create: async ({ caller, title, isVideo }) => {
      const ticket = tickets.write("meeting", {
        id: `parley-${randomInt(largestId / 10, largestId - 1)}`,
        name: title,
        voiceOnly: !isVideo,
        moderatorId: caller.id,
      });
      return E.right({ url: `/calls/bigbluebutton/join?bigbluebutton=${ticket}` });
    },

    meetings: {
      join: async (ticket, user) => {
        const meeting = tickets.read("meeting", ticket);
        if (meeting === undefined) return undefined;
        const { id, name, voiceOnly, moderatorId } = meeting;
        const parameters = { meetingID: id, name, lockSettingsDisableCam: String(voiceOnly) };
        const answer = await askFor(http, { method: "GET", url: signed("create", parameters) });
        if (E.isLeft(answer)) return answer;
        return pipe(
          await createTimeIn(answer.right.body),
          E.map((createTime) =>
            signed("join", {
              meetingID: id,
              role: user.id === moderatorId ? "MODERATOR" : "VIEWER",
              fullName: user.fullName,
              createTime,
            }),
          ),
        );
      },
    },
  };
};
