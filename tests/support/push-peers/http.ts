import { type AddressGuard, anyAddress } from "../../../src/adapters/net/address-guard";
import { undiciHttp } from "../../../src/adapters/net/undici-http";
import type { OutgoingHttp } from "../../../src/application/ports/system/outgoing-http";

/** The HTTP client for push services, which waits a second for answers. */
export const pushPeerHttp = (isAllowed: AddressGuard = anyAddress): OutgoingHttp =>
  undiciHttp({
    isAllowed,
    timeout: 1000,
    largestAnswer: 262_144,
    answersRedirects: true,
    keepsConnections: true,
  });
