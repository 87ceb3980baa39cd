import type { Narrow } from "../store/narrow";
import { get, send } from "./http";

/** Creates a video call with the organization's provider; returns its URL. */
export const createCall = async (): Promise<string> =>
  (await send<{ url: string }>("POST", "/calls/provider/create")).url;

/** Summarizes a narrow, as HTML. */
export const fetchSummary = async (narrow: Narrow): Promise<string> =>
  (await get<{ summary: string }>("/messages/summary", { narrow })).summary;

/** Runs a slash command; returns the server's reply. */
export const runCommand = async (command: string): Promise<string> =>
  (await send<{ msg: string }>("POST", "/zcommand", { command })).msg;

/** Which API the server serves. */
export interface Server {
  readonly zulip_version: string;
  readonly zulip_feature_level: number;
}

export const fetchServer = (): Promise<Server> => get("/server_settings");
