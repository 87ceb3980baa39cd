import { encodePresences, encodeUpdateId } from "../encode/presence";
import type { StatePart } from "./context";

/** Recent presence of users. */
export const presencePart: StatePart = ({ state, user, realm, now, presences, presentation }) => ({
  presences: encodePresences({ ...presences, state, reader: user }, realm, now, presentation.slimPresence),
  presence_last_update_id: encodeUpdateId(presences.lastUpdateId),
  server_timestamp: now / 1000,
});
