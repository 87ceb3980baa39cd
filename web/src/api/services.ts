import type { Narrow } from "../store/narrow";
import { get, send } from "./call";

/** Makes a video call at the organization's service; answers where people join it. */
export const createCall = async (): Promise<string> =>
  (await send<{ url: string }>("POST", "/calls/provider/create")).url;

/** What was said in a narrow, in short, as HTML. */
export const fetchSummary = async (narrow: Narrow): Promise<string> =>
  (await get<{ summary: string }>("/messages/summary", { narrow })).summary;

/** Runs a command that begins with a slash; answers what came of it. */
export const runCommand = async (command: string): Promise<string> =>
  (await send<{ msg: string }>("POST", "/zcommand", { command })).msg;
