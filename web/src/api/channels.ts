import { send } from "./http";

export const subscribe = (name: string): Promise<unknown> =>
  send("POST", "/users/me/subscriptions", { subscriptions: [{ name }] });

export const unsubscribe = (name: string): Promise<unknown> =>
  send("DELETE", "/users/me/subscriptions", { subscriptions: [name] });
