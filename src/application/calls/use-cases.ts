import type { Workings } from "../workings";
import type { CallsOffered } from "./calls-offered";
import { createCall } from "./create-call";
import { joinMeeting } from "./join-meeting";
import { beginCallSignOn, completeCallSignOn, realmOfCallSignOn } from "./sign-on-for-calls";

/** Video calls. */
export const callUseCases = (workings: Workings) => ({
  offered: {
    services: workings.callProviders.map(({ service }) => service),
    jitsiUrl: workings.jitsiUrl,
  } satisfies CallsOffered,
  create: createCall(workings),
  joinMeeting: joinMeeting(workings),
  beginSignOn: beginCallSignOn(workings),
  completeSignOn: completeCallSignOn(workings),
  realmOfSignOn: realmOfCallSignOn(workings),
});
