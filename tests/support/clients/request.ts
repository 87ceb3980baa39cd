import * as t from "io-ts";
import type { Test } from "supertest";
import type { Client, TestServer } from "../../http-application";

/** Somebody with the app, in a channel with the owner. */
export interface Phone {
  readonly server: TestServer;
  readonly client: Client;
  readonly channelId: number;
  /** Sends a message of theirs to the channel. */
  newMessage(content?: string): Promise<number>;
}

/** A request as the app makes it, and what it can't do without in the answer: zulip-flutter's `lib/api/route`. */
export interface AppRequest {
  readonly route: string;
  /** A test is a promise of its answer too: in a list, so that none is sent too early. */
  readonly ask: (phone: Phone) => Test | Promise<Answer>;
  readonly answer: t.Mixed;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export const done = t.type({ result: t.literal("success") });
