import { screenWords } from "../../../words/en-settings-screens";

interface Props {
  readonly isBusy: boolean;
  readonly onUpload: (file: File) => void;
  /** Undefined if there is no picture to remove. */
  readonly onRemove?: (() => void) | undefined;
}

/** Uploads a new picture, or removes the current one. */
export const ChangePicture = ({ isBusy, onUpload, onRemove }: Props) => (
  <div class="form-actions">
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
