import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import * as t from "io-ts";
import type { CallProvider } from "../../application/ports/calls/call-provider";
import type { Clock } from "../../application/ports/system/clock";
import { isSuccess, type OutgoingHttp } from "../../application/ports/system/outgoing-http";
import { callServices } from "../../domain/calls/call-service";
import { valueOfJson } from "../../domain/codec/json-text";
import { millisecondsIn } from "../../domain/units/time";
import { expectDocument, failed } from "./answers";
import { oauth } from "./oauth";

interface Options {
  readonly http: OutgoingHttp;
  readonly clock: Clock;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly apiUrl: string;
}

const space = t.type({ id: t.string });
const meeting = t.type({ webLink: t.string });
const minutes = 40;

/**
 * Video calls with Webex, as meetings of the users who authorized this server. If their organization has public
 * spaces, anyone in it can join immediately; elsewhere the meeting is in the user's personal room.
 */
export const webex = ({ apiUrl, clock, ...client }: Options): CallProvider => {
  const { signOn, accessBy } = oauth({
    ...client,
    clock,
    authorizeUrl: `${apiUrl}/authorize`,
    tokenUrl: `${apiUrl}/access_token`,
    scope: "meeting:schedules_read meeting:schedules_write spark:all",
  });

  const inPersonalRoom = () => {
    const at = (milliseconds: number) => new Date(milliseconds).toISOString();
    const start = clock.now();
    return {
      title: "Personal room meeting",
      scheduledType: "personalRoomMeeting",
      start: at(start),
      end: at(start + minutes * millisecondsIn.minute),
    };
  };

  return {
    service: callServices.webex,
    signOn,
    create: async ({ token }) => {
      const access = await accessBy(token);
      if (E.isLeft(access)) return access;
      const { post, renewed } = access.right;
      const opened = await post(`${apiUrl}/rooms`, {
        title: "Meeting",
        description: "A meeting that was begun in a chat.",
        isPublic: true,
      });
      if (E.isLeft(opened)) return opened;
      const room = isSuccess(opened.right) ? valueOfJson(space, opened.right.body) : undefined;
      // Free organizations can't have public spaces.
      if (room === undefined && opened.right.status !== 403) return E.left(failed);
      const request = room ? { adhoc: true, roomId: room.id, title: "Meeting" } : inPersonalRoom();
      return pipe(
        await post(`${apiUrl}/meetings`, request),
        E.chain(expectDocument(meeting)),
        E.map((made) => ({ url: made.webLink, ...renewed() })),
      );
    },
  };
};
