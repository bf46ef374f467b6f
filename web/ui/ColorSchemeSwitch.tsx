import { type MantineColorScheme, useMantineColorScheme, VisuallyHidden } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { useHydrated } from '@tanstack/react-router'
import classes from './ColorSchemeSwitch.module.css'
import { hydration } from './hydration.ts'

const choices: { value: MantineColorScheme; label: string; Icon: typeof IconSun }[] = [
  { value: 'auto', label: 'System', Icon: IconDeviceDesktop },
  { value: 'light', label: 'Light', Icon: IconSun },
  { value: 'dark', label: 'Dark', Icon: IconMoon },
]

/** Light, dark, or as the system says; remembered on this device. */
export function ColorSchemeSwitch() {
  const { colorScheme: known, setColorScheme } = useMantineColorScheme()
  const colorScheme = useHydrated() ? known : 'auto'
  return (
    <fieldset className={classes.root}>
      {/* WebKit gives a legend that floats a line of its own. */}
      <VisuallyHidden component="legend">Colors</VisuallyHidden>
      <span aria-hidden className={classes.title}>
        Colors
      </span>
      {choices.map(({ value, label, Icon }) => (
        <button
          key={value}
          type="button"
          className={classes.choice}
          aria-pressed={colorScheme === value}
          aria-label={label}
          title={label}
          // A part of the page that is not hydrated yet would be drawn again.
          onClick={() => void hydration.finished.then(() => setColorScheme(value))}
        >
          <Icon size={20} aria-hidden />
        </button>
      ))}
    </fieldset>
  )
}
