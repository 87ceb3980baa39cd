import { success } from "../http/event-queue";
import { type Client, type ServerOptions, startServer } from "../http/http-application";
import type { Received } from "./peer";

/** A bot whose owner runs its server, by the names used in messages and known to people. */
export interface CalledBot extends Client {
  readonly name: string;
}

/** The JSON that a bot's server received. */
export const jsonOf = (received: Received | undefined) => JSON.parse(received?.body ?? "");

/** A server that calls bots' servers on loopback, with Ann, who owns such bots. */
export const startBotServer = async (options: ServerOptions = {}) => {
  const server = await startServer({ ...options, settings: { PARLEY_WEBHOOK_ALLOW: "127.0.0.1" } });
  await server.owner.patch("/realm", { send_channel_events_messages: false });
  const ann = await server.newMember("Ann");
  let made = 0;
  return {
    server,
    ann,
    newBot: async (payloadUrl: string, more: object = {}): Promise<CalledBot> => {
      made += 1;
      const name = `Helper ${made}`;
      const { body } = await ann.post("/bots", {
        full_name: name,
        short_name: `helper${made}`,
        bot_type: 3,
        payload_url: JSON.stringify(payloadUrl),
        ...more,
      });
      expect(body).toMatchObject(success());
      const email = `helper${made}-bot@chat.example.com`;
      return { ...server.clientOf({ id: body.user_id, email }), name };
    },
    /** The token, as the bot's owner sees it. */
    tokenOf: async (bot: Client): Promise<string> => {
      const { realm_bots } = (await ann.post("/register", { fetch_event_types: ["realm_bot"] })).body;
      return realm_bots.find(({ user_id }: { user_id: number }) => user_id === bot.id).services[0].token;
    },
    /** A channel message that starts by mentioning a bot. */
    mention: async (
      bot: CalledBot,
      rest: string,
      channelName = "general",
      { topic = "plans", by = ann } = {},
    ): Promise<number> => {
      const content = `@**${bot.name}** ${rest}`;
      return (await by.post("/messages", { type: "channel", to: channelName, topic, content })).body.id;
    },
    writeTo: async (by: Client, to: readonly number[], content: string): Promise<number> =>
      (await by.post("/messages", { type: "direct", to, content })).body.id,
    deliver: () => server.services.jobRunner.runDue(),
  };
};
