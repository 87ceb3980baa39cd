import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { errorText } from "../../../api/error-text";

/** An action that the server may refuse, with the error shown next to it. */
export const useAction = () => {
  const problem = useSignal("");
  const isBusy = useSignal(false);
  return {
    isBusy: isBusy.value,
    /** The error of the last attempt. */
    problem:
      problem.value === "" ? null : (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      ),
    run: async (doing: () => Promise<unknown>): Promise<boolean> => {
      isBusy.value = true;
      problem.value = "";
      try {
        await doing();
        return true;
      } catch (error) {
        problem.value = errorText(error);
        return false;
      } finally {
        isBusy.value = false;
      }
    },
  };
};

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly type?: "text" | "email" | "password" | "url";
  readonly autocomplete?: "off" | "current-password" | "new-password" | "one-time-code" | "email";
  readonly hint?: ComponentChildren;
  readonly isRequired?: boolean;
  readonly isDisabled?: boolean;
  readonly maxLength?: number;
}

/** A labeled text field. */
export const Field = ({ label, value, onInput, type = "text", autocomplete, hint, ...more }: FieldProps) => (
  <label>
    {label}
    <input
      class="field"
      // Its type is one of the text types.
      type={type as "text"}
      dir={type === "text" ? "auto" : "ltr"}
      value={value}
      required={more.isRequired ?? false}
      disabled={more.isDisabled ?? false}
      {...(autocomplete !== undefined && { autocomplete: autocomplete })}
      {...(more.maxLength !== undefined && { maxLength: more.maxLength })}
      onInput={({ currentTarget }) => onInput(currentTarget.value)}
    />
    {hint && <span class="hint">{hint}</span>}
  </label>
);
