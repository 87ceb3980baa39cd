import { call } from "../load";
import { bigChannel, type Person } from "../seed";
import { words } from "../words";

/** Sends a message to everybody. Returns its id. */
export const sendToAll = async (
  url: string,
  sender: Person,
  { topic = "bench", content = words } = {},
): Promise<number> => {
  const form = { type: "stream", to: bigChannel, topic, content };
  return (await call<{ readonly id: number }>(`${url}/api/v1/messages`, "POST", sender, form)).id;
};
