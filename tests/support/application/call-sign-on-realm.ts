import { beginCallSignOn } from "../../../src/application/calls/begin-call-sign-on";
import { callServices } from "../../../src/domain/calls/call-service";
import { memoryRealm, type Person } from "./memory-realm";
import { scriptedCallProvider } from "./scripted-call-provider";

const callProviders = [
  scriptedCallProvider(callServices.zoom, { signsOn: true }).provider,
  scriptedCallProvider(callServices.webex, { signsOn: true }).provider,
  scriptedCallProvider(callServices.jitsi).provider,
];

/** A realm with two call providers that users sign on to, and one without. */
export const callSignOnRealm = async () => {
  const found = await memoryRealm({ people: { ann: "member", ben: "member" } }, { callProviders });
  const { services, realmId } = found;
  return {
    ...found,
    begin: async (who: Person, path = "zoom") => {
      const { url, browserKey } = await who.does(beginCallSignOn, path);
      const asked = new URL(url).searchParams;
      return { browserKey, ticket: asked.get("state") ?? "", code: "good", returnTo: asked.get("returnTo") };
    },
    tokenOf: async ({ userId }: Person, path = "zoom") => {
      const sealed = await services.credentials.callToken(realmId, userId, path);
      return sealed && services.seals.open(sealed);
    },
  };
};
