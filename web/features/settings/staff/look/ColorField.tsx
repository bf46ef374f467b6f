import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import {
  type Contrast,
  contrastsOf,
  grounds,
  isEnough,
  nearestReadable,
  ownColor,
  readColor,
} from '../../../../../shared/domain/facility/brandColor.ts'
import { facilityQuery } from '../../../../api/queries/facility.ts'
import { Grid, Row } from '../../../../ui/layout.tsx'
import settingsClasses from '../Settings.module.css'
import classes from './Look.module.css'

interface ColorFieldProps {
  label: string
  hint: string | undefined
  /** As it is typed; empty: Dugout's own. */
  value: string
  error: string | undefined
  onChange: (color: string) => void
}

const figures: Readonly<Record<Contrast, string>> = {
  text: 'White text on it',
  light: 'On light pages',
  dark: 'On dark pages',
}

/** A color that is typed or picked, how it looks beside the logo, and the nearest one that can be read where it cannot. */
export default function ColorField({ label, hint, value, error, onChange }: ColorFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const logo = useQuery(facilityQuery).data?.logo
  const color = value.trim() === '' ? ownColor : readColor(value)
  return (
    <Grid className={classes.color}>
      <Grid gap="sm" className={classes.inputs}>
        <TextInput
          ref={input}
          label={label}
          description={hint}
          autoComplete="off"
          spellCheck={false}
          maxLength={20}
          placeholder={ownColor}
          value={value}
          error={error}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        <label className={classes.picker}>
          Pick
          <input
            type="color"
            value={color ?? ownColor}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        </label>
      </Grid>
      {color && (
        <>
          <div className={classes.panes} aria-hidden>
            {(['light', 'dark'] as const).map((ground) => (
              <Row gap="md" key={ground} className={classes.pane} style={{ background: grounds[ground] }}>
                {logo && <img src={logo[ground].src} alt="" />}
                <span className={classes.sample} style={{ background: color }}>
                  Book Selected
                </span>
              </Row>
            ))}
          </div>
          <Figures
            color={color}
            onTake={(nearest) => {
              onChange(nearest)
              input.current?.focus()
            }}
          />
        </>
      )}
    </Grid>
  )
}

function Figures({ color, onTake }: { color: string; onTake: (nearest: string) => void }) {
  const contrasts = contrastsOf(color)
  const names = Object.keys(figures) as Contrast[]
  const low = names.find((name) => !isEnough(name, contrasts[name]))
  const nearest = nearestReadable(color)
  const change = contrastsOf(nearest).text > contrasts.text ? 'darker' : 'lighter'
  return (
    <>
      <dl className={classes.figures}>
        {names.map((name) => (
          <div key={name} data-low={!isEnough(name, contrasts[name]) || undefined}>
            <dt className={settingsClasses.none}>{figures[name]}</dt>
            <dd>
              {shownRatio(contrasts[name])} {isEnough(name, contrasts[name]) ? 'Good' : 'Too low'}
            </dd>
          </div>
        ))}
      </dl>
      <div role="status" className={settingsClasses.restore}>
        {low && (
          <>
            <span>
              {low === 'text' ? 'Hard to read' : `Hard to see on ${low} pages`}: {shownRatio(contrasts[low])}.
              Use this {change} one?
            </span>
            <Button variant="default" onClick={() => onTake(nearest)}>
              <span className={classes.swatch} style={{ background: nearest }} aria-hidden />
              Use {nearest}
            </Button>
          </>
        )}
      </div>
    </>
  )
}

/** '4.5 : 1', never rounded up to what would be enough. */
const shownRatio = (ratio: number): string => `${(Math.floor(ratio * 10) / 10).toFixed(1)} : 1`
