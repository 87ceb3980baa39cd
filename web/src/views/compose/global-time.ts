import type { App } from "../../app/app";

const two = (value: number): string => String(value).padStart(2, "0");

/** A time as messages have it, which each reader sees in their own time zone: local here, with its distance from UTC. */
export const timeMention = (milliseconds: number): string => {
  const date = new Date(milliseconds);
  const minutes = -date.getTimezoneOffset();
  const zone = `${minutes < 0 ? "-" : "+"}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
  const local = new Date(milliseconds + minutes * 60_000).toISOString().slice(0, 19);
  return `<time:${local}${zone}>`;
};

/** Asks for a time, beginning with what is typed of it, and puts it into a message. */
export const askForTime = (app: App, typed: string, put: (text: string) => void): void => {
  const start = Date.parse(typed);
  app.dialog.value = {
    kind: "global-time",
    ...(!Number.isNaN(start) && { start }),
    // Once the dialog has closed: below it, no field can have the focus.
    choose: (at) => setTimeout(() => put(`${timeMention(at)} `)),
  };
};
