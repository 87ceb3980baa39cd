import type { Clock } from "../../application/ports/system/clock";
import { millisecondsIn } from "../../domain/units/time";

/** The system's clock, which can be set to another time, where it stands still. */
export interface DemoClock extends Clock {
  /** Unix milliseconds; undefined for the present. */
  set(time: number | undefined): void;
}

export const demoClock = (system: Clock): DemoClock => {
  let fixed: number | undefined;
  return {
    now: () => fixed ?? system.now(),
    set: (time) => {
      fixed = time;
    },
  };
};

const { minute, hour, day } = millisecondsIn;
const days = 3;
const hoursADay = 9;

/** When the demo's organization begins: before its first message. */
export const beginning = (now: number): number => now - (days - 1) * day - (hoursADay + 1) * hour;

/** When a message was sent, if `count` of them fill the working hours of the last three days. */
export const timeOfMessage = (index: number, count: number, now: number): number => {
  const share = (index / count) * days;
  const whole = Math.floor(share);
  const daysAgo = days - 1 - whole;
  return Math.round(now - minute - daysAgo * day - (1 - (share - whole)) * hoursADay * hour);
};
