import { screenWords } from "../../words/en-screens";

interface Props {
  readonly isBusy: boolean;
  readonly onUpload: (file: File) => void;
  /** Where there is one to take away. */
  readonly onRemove?: (() => void) | undefined;
}

/** Takes another picture from a file, or the present one away. */
export const ChangePicture = ({ isBusy, onUpload, onRemove }: Props) => (
  <div class="form-acts">
    <label class="plain upload">
      {screenWords.changePicture}
      <input
        type="file"
        accept="image/*"
        class="unseen"
        disabled={isBusy}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file) onUpload(file);
          currentTarget.value = "";
        }}
      />
    </label>
    {onRemove && (
      <button type="button" class="plain" disabled={isBusy} onClick={onRemove}>
        {screenWords.removePicture}
      </button>
    )}
  </div>
);
