import { type AddressGuard, anyAddress } from "../../../../src/adapters/net/address-guard";
import { undiciHttp } from "../../../../src/adapters/net/undici-http";
import type { OutgoingHttp } from "../../../../src/application/ports/system/outgoing-http";

/** How long relays wait for answers: so long that no slow machine reaches it, unless a test lowers it. */
export const patience = { milliseconds: 60_000 };

/** The HTTP client for push services. */
export const pushPeerHttp = (isAllowed: AddressGuard = anyAddress): OutgoingHttp =>
  undiciHttp({
    isAllowed,
    get timeout() {
      return patience.milliseconds;
    },
    largestAnswer: 262_144,
    answersRedirects: true,
    keepsConnections: true,
  });
