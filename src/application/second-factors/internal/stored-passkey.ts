import * as t from "io-ts";
import { entity, listOf } from "../../../domain/codec/codec";
import { valueOfJson } from "../../../domain/codec/json-text";
import type { Realm } from "../../../domain/realm/realm";
import type { SecondFactor } from "../../../domain/second-factors/second-factor";
import { type LinkPorts, linkTo } from "../../links/realm-links";
import type { Passkey, PasskeySite } from "../../ports/login/passkeys";
import type { Seals } from "../../ports/system/seals";

const passkeyCodec = entity<Passkey>({
  credentialId: t.string,
  publicKey: t.string,
  transports: listOf(t.string),
});

/** A passkey with the id and counter of its factor. */
interface StoredPasskey extends Passkey {
  readonly factorId: string;
  readonly counter: number;
}

export const sealPasskey = (seals: Seals, passkey: Passkey): string => seals.seal(JSON.stringify(passkey));

/** The passkeys among a user's factors, except those sealed with another server secret. */
export const passkeysAmong = (seals: Seals, factors: readonly SecondFactor[]): readonly StoredPasskey[] =>
  factors.flatMap(({ id, kind, sealed, counter }) => {
    const text = kind === "passkey" ? seals.open(sealed) : undefined;
    const passkey = text === undefined ? undefined : valueOfJson(passkeyCodec, text);
    return passkey === undefined ? [] : [{ ...passkey, factorId: id, counter }];
  });

/** The site that a realm's passkeys belong to. */
export const siteOf = (ports: Pick<LinkPorts, "siteUrl">, realm: Realm): PasskeySite => ({
  origin: new URL(linkTo(ports, realm)).origin,
  name: realm.name,
});
