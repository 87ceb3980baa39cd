import * as t from "io-ts";
import type { Test } from "supertest";
import type { Client, TestServer } from "../http-application";

/** Somebody with a client, in a channel with the owner. */
export interface Device {
  readonly server: TestServer;
  readonly client: Client;
  readonly channelId: number;
  /** Sends a message of theirs to the channel. */
  newMessage(content?: string): Promise<number>;
}

/** A request as a client makes it, by its own name for it, and what it can't do without in the answer. */
export interface ClientRequest {
  readonly route: string;
  /** A test is a promise of its answer too: in a list, so that none is sent too early. */
  readonly ask: (phone: Device) => Test | Promise<Answer>;
  readonly answer: t.Mixed;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export const done = t.type({ result: t.literal("success") });

/** Somebody new in the first channel. */
export const deviceOf = async (server: TestServer, name: string): Promise<Device> => {
  const client = await server.newMember(name);
  const to = { type: "channel", to: 1, topic: "lunch" };
  return {
    server,
    client,
    channelId: 1,
    newMessage: async (content = "x") => (await client.post("/messages", { ...to, content })).body.id,
  };
};
