import type { LinkProps } from '@tanstack/react-router'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Grid, Heading, Panel, Row, Stack, Text } from '../ui/layout.tsx'
import wholeCard from '../ui/wholeCard.module.css'
import classes from './OfferTiles.module.css'
import { SpotsLeft } from './SpotsLeft.tsx'

interface OfferTilesProps {
  id: string
  title: string
  /** To the whole lists. */
  links: ReactNode
  children: ReactNode
}

/** Some of what is on offer, side by side: each an `OfferTile`. */
export const OfferTiles = ({ id, title, links, children }: OfferTilesProps) => (
  <section aria-labelledby={id} className={classes.section}>
    <SectionHead id={id} title={title}>
      {links}
    </SectionHead>
    <Grid as="ul" className={classes.tiles}>
      {children}
    </Grid>
  </section>
)

interface SectionHeadProps {
  id: string
  title: string
  /** Links, at the end of the line. */
  children: ReactNode
}

export const SectionHead = ({ id, title, children }: SectionHeadProps) => (
  <Row apart align="baseline" below="sm">
    <Heading id={id} size="part">
      {title}
    </Heading>
    <Row gap="lg">{children}</Row>
  </Row>
)

interface OfferTileProps {
  /** Above the name: '8-12 years · All Levels'. */
  about: ReactNode
  name: string
  page: LinkProps
  when: string
  spots: number
  price: string
  /** Draws the picture with a class. */
  picture: (className: string | undefined) => ReactNode
}

/** A camp or class: the whole tile leads to its page. */
export const OfferTile = ({ about, name, page, when, spots, price, picture }: OfferTileProps) => (
  <Panel as="li" className={classes.tile}>
    {picture(classes.picture)}
    <Stack gap={4} shrinks className={classes.words}>
      <Text tone="accent" size="xs" strong>
        {about}
      </Text>
      <Heading as="h3" size="xl" breaks>
        <Link {...page} className={wholeCard.link}>
          {name}
        </Link>
      </Heading>
      <Text tone="dim" size="sm">
        {when}
      </Text>
      <Row apart className={classes.foot}>
        <SpotsLeft spots={spots} />
        <strong>{price}</strong>
      </Row>
    </Stack>
  </Panel>
)
