import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import classes from './Dialog.module.css'
import { ignoreHeldKey, useSettling } from './pressGuard.ts'
import { toastPlace } from './toastPlace.ts'
import { useBackCloses } from './useBackCloses.ts'
import { useDialogStack } from './useDialogStack.ts'

interface DialogProps {
  opened: boolean
  onClose: () => void
  title: string
  /** Names the current step, if the content changes under the same title: each step is guarded like the first. */
  step?: string
  /** Long ones take the whole screen of a phone. */
  long?: boolean
  /** Room for two columns on a large screen; a width of its own where they need more. */
  wide?: boolean | string
  /** The focus starts in the field with `data-autofocus`: for a form that can do nothing until it is filled in. */
  startsInField?: boolean
  children: ReactNode
}

/**
 * A dialog of the house. The browser's Back closes it, as a phone's button does everywhere, and leaves the page alone. Its
 * content is gone at once on closing, not while it fades.
 *
 * Nothing is pressed by accident: the focus starts on the title or in an empty field, a held key presses nothing, and new
 * content ignores the pointer for half a second, so that the second half of a double click does nothing.
 */
export function Dialog(props: DialogProps) {
  const { opened, onClose, title, step = '', children } = props
  const { long = false, wide = false, startsInField = false } = props
  const settling = useSettling(opened ? `${title} ${step}` : null)
  const { isTopmost, portalProps } = useDialogStack(opened, onClose)
  const small = useMediaQuery('(width < 36em)', false, { getInitialValueInEffect: false })
  useBackCloses(opened, onClose, isTopmost)
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      centered
      closeOnEscape={false}
      portalProps={portalProps}
      fullScreen={long && small}
      {...(wide ? { size: wide === true ? '52rem' : wide } : {})}
      // The style element by which Mantine stops the page from scrolling has no nonce; the style sheet does it.
      lockScroll={false}
      transitionProps={{ exitDuration: 0 }}
      classNames={{ content: classes.content ?? '' }}
    >
      <Modal.Overlay />
      <Modal.Content onKeyDownCapture={ignoreHeldKey}>
        {/* Not Modal.Header: its <header> would count as a second banner of the page. */}
        <div className={classes.top}>
          <div className={classes.head}>
            <Modal.Title
              className={classes.title}
              tabIndex={-1}
              data-autofocus={startsInField ? undefined : true}
            >
              {title}
            </Modal.Title>
            <Modal.CloseButton aria-label="Close" size="xl" />
          </div>
          <div ref={toastPlace} data-toast-place />
        </div>
        <Modal.Body data-settling={settling || undefined}>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
