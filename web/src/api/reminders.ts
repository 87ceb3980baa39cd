import { send } from "./http";

/** Schedules a reminder of a message, in Unix seconds. Returns its id. */
export const addReminder = async (messageId: number, at: number, note: string): Promise<number> => {
  const form = { message_id: messageId, scheduled_delivery_timestamp: at, note };
  return (await send<{ reminder_id: number }>("POST", "/reminders", form)).reminder_id;
};

export const removeReminder = (id: number): Promise<unknown> => send("DELETE", `/reminders/${id}`);
