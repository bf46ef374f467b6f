import { coveringInput, Grid, Heading, Text } from './layout.tsx'
import classes from './RadioTiles.module.css'

interface RadioTile<Value> {
  value: Value
  title: string
  note: string
  /** What the note is made of. */
  detail?: string | undefined
}

interface RadioTilesProps<Value extends string | number> {
  legend: string
  /** Of the radio buttons: unique on the page. */
  name: string
  tiles: readonly RadioTile<Value>[]
  value: Value | null
  /** Three tiles fill a row unless there may be many. */
  many?: boolean
  onPick: (value: Value) => void
}

/** A choice of one out of a few, as large tiles with a title and a note each. */
export function RadioTiles<Value extends string | number>(props: RadioTilesProps<Value>) {
  const { legend, name, tiles, value, many = false, onPick } = props
  return (
    <Grid as="fieldset" gap="xs" className={classes.tiles} data-many={many || undefined}>
      <Heading below={6} as="legend" className={classes.legend}>
        {legend}
      </Heading>
      {tiles.map((tile) => (
        <label key={tile.value} className={classes.tile}>
          <input
            type="radio"
            name={name}
            value={tile.value}
            checked={tile.value === value}
            onChange={() => onPick(tile.value)}
            className={coveringInput}
          />
          <Text as="span" size="lg" strong>
            {tile.title}
          </Text>
          <Text as="span" size="sm" numbers>
            {tile.note}
          </Text>
          {tile.detail && (
            <Text as="span" size="2xs" numbers className={classes.detail}>
              {tile.detail}
            </Text>
          )}
        </label>
      ))}
    </Grid>
  )
}
