import type { CallProvider } from "../ports/calls/call-provider";
import type { CallsOffered } from "./calls-offered";

interface Ports {
  readonly callProviders: readonly CallProvider[];
  readonly jitsiUrl: string;
}

/** Lists the providers of video calls that an organization can choose from. */
export const listCallsOffered = ({ callProviders, jitsiUrl }: Ports): (() => CallsOffered) => {
  const offered = { services: callProviders.map(({ service }) => service), jitsiUrl };
  return () => offered;
};
