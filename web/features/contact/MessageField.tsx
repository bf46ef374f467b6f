import '@mantine/core/styles/Input.layer.css'
import { Textarea, type TextareaProps, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import classes from './ContactForm.module.css'
import { messageMost, roomLeft } from './contactForm.ts'

/** How long the person has to pause before the room that is left is read out: not at every key. */
const pause = 1_000

/** The message with a live count of its characters (spec 1 §2.7). */
export function MessageField({ value, ...props }: TextareaProps & { value: string }) {
  const [settled] = useDebouncedValue(value.length, pause)
  return (
    <div>
      <Textarea
        label="Message"
        required
        withAsterisk={false}
        rows={7}
        maxLength={messageMost}
        size="md"
        classNames={{ label: classes.label }}
        value={value}
        {...props}
      />
      <p className={classes.count} data-full={value.length >= messageMost || undefined} aria-hidden>
        {value.length} / {messageMost}
      </p>
      <VisuallyHidden role="status">{settled > 0 && roomLeft(settled)}</VisuallyHidden>
    </div>
  )
}
