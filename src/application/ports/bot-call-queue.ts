import type { BotCall } from "../../domain/bot";

/** A call to a bot's server that is due. */
export interface QueuedCall extends BotCall {
  readonly messageId: number;
  /** How often it was tried in vain. */
  readonly failures: number;
}

/** Names one call of the queue. */
export type CallName = Pick<QueuedCall, "messageId" | "botId">;

/** Calls to bots' servers that wait for being made, through restarts. They come in with their messages. */
export interface BotCallQueue {
  /** The first whose time has come of each bot, save those of some bots; the oldest first. */
  due(
    realmId: number,
    now: number,
    exceptBots: readonly number[],
    limit: number,
  ): Promise<readonly QueuedCall[]>;
  remove(realmId: number, call: CallName): Promise<void>;
  /** After a failure, until a time in Unix milliseconds. */
  postpone(realmId: number, call: CallName, dueAt: number): Promise<void>;
}
