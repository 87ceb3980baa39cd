import type { CallToBot } from "../../../application/ports/bots/bot-caller";
import type { WebhookInterface } from "../../../domain/bots/bot";
import { type RealmInfo, realmInfo, type ServerInfo } from "../../zulip-wire/server-info";
import type { CallFormat } from "./call-format";
import { nativeFormat } from "./native";
import { slackFormat } from "./slack";

/** Every way to notify a bot's server of a message. */
export const callFormats = (
  server: () => Pick<ServerInfo, "url" | "webhookTokenOf">,
): Readonly<Record<WebhookInterface, CallFormat>> => {
  const infoOf = ({ state }: CallToBot): RealmInfo => realmInfo(state.realm, server());
  return { native: nativeFormat(infoOf), slack: slackFormat(infoOf) };
};
