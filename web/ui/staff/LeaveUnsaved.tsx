import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '../ConfirmDialog.tsx'

interface LeaveUnsavedProps {
  /** A function: asked at the moment of leaving. */
  changed: boolean | (() => boolean)
  /** What would be lost. */
  text: string
}

/** Asks before something changed is left without saving: for another section, by Back, or with the window. */
export function LeaveUnsaved({ changed: isChanged, text }: LeaveUnsavedProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => typeof isChanged === 'boolean' || isChanged(),
    enableBeforeUnload: isChanged,
    disabled: isChanged === false,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      opened={status === 'blocked'}
      title="Leave without saving?"
      text={text}
      label="Discard Changes"
      dismissLabel="Keep Editing"
      onConfirm={() => proceed?.()}
      onClose={() => reset?.()}
    />
  )
}
