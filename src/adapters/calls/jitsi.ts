import { randomInt } from "node:crypto";
import { right } from "fp-ts/Either";
import type { CallProvider } from "../../application/ports/call-provider";
import { callServices } from "../../domain/call-service";

const digits = 15;

/** A room is there as soon as somebody is in it: its name is all there is to make, as clients do by themselves. */
export const jitsi = (url: string): CallProvider => ({
  service: callServices.jitsi,
  create: async ({ isVideo, ownServer }) => {
    const room = Array.from({ length: digits }, () => randomInt(10)).join("");
    return right({
      url: `${(ownServer ?? url).replace(/\/+$/, "")}/${room}#config.startWithVideoMuted=${!isVideo}`,
    });
  },
});
