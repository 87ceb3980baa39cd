import type { Narrow } from "../store/narrow";
import type { Message } from "../wire/wire";
import { get } from "./http";
import { openToWeb } from "./spectators";

/** The id of a narrow's first message since a time; of its last one if all are older; undefined if it has none. */
export const firstMessageSince = async (
  narrow: Narrow,
  time: Date,
  isSpectator: boolean,
): Promise<number | undefined> => {
  const { messages } = await get<{ readonly messages: readonly Message[] }>("/messages", {
    narrow: isSpectator ? [openToWeb, ...narrow] : narrow,
    anchor: "date",
    anchor_date: time.toISOString(),
    num_before: 1,
    num_after: 1,
    client_gravatar: false,
  });
  return (messages.find(({ timestamp }) => timestamp * 1000 >= time.getTime()) ?? messages.at(-1))?.id;
};
