import { randomInt } from "node:crypto";
import * as E from "fp-ts/Either";
import type { CallProvider } from "../../application/ports/calls/call-provider";
import { callServices } from "../../domain/calls/call-service";

const digits = 15;

/**
 * Video calls with Jitsi. A room comes into being when somebody enters it, so this only makes up a name, as clients do.
 */
export const jitsi = (url: string): CallProvider => ({
  service: callServices.jitsi,
  create: async ({ isVideo, ownServer }) => {
    const room = Array.from({ length: digits }, () => randomInt(10)).join("");
    return E.right({
      url: `${(ownServer ?? url).replace(/\/+$/, "")}/${room}#config.startWithVideoMuted=${!isVideo}`,
    });
  },
});
