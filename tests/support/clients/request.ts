import * as t from "io-ts";
import type { Test } from "supertest";
import type { Client, TestServer } from "../http/http-application";

/** A user with a client, in a channel with the owner. */
export interface Device {
  readonly server: TestServer;
  readonly client: Client;
  readonly channelId: number;
  /** Sends a message of theirs to the channel. */
  newMessage(content?: string): Promise<number>;
}

/** A request as a client makes it, under the client's name for it, and what it requires of the response. */
export interface ClientRequest {
  readonly route: string;
  /** A supertest request is also a promise of its response; the list keeps it from being sent too early. */
  readonly ask: (phone: Device) => Test | Promise<Answer>;
  readonly answer: t.Mixed;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export const done = t.type({ result: t.literal("success") });

/** Creates a new user in the first channel. */
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
