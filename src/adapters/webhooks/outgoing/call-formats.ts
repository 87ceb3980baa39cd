import type { CallToBot } from "../../../application/ports/bots/bot-caller";
import type { WebhookInterface } from "../../../domain/bots/bot";
import { type RealmFacts, realmFacts, type ServerFacts } from "../../zulip-wire/facts";
import type { CallFormat } from "./call-format";
import { nativeFormat } from "./native";
import { slackFormat } from "./slack";

/** Every way to tell a bot's server of a message. */
export const callFormats = (
  server: () => Pick<ServerFacts, "url" | "webhookTokenOf">,
): Readonly<Record<WebhookInterface, CallFormat>> => {
  const factsOf = ({ state }: CallToBot): RealmFacts => realmFacts(state.realm, server());
  return { native: nativeFormat(factsOf), slack: slackFormat(factsOf) };
};
