import { Button, Menu } from '@mantine/core'
import { useState } from 'react'
import type { EmailTemplate } from '../../../../../shared/contract/messages/emailTemplates.ts'
import { variableWords } from '../../../../../shared/domain/messages/variableWords.ts'
import { Text } from '../../../../ui/layout.tsx'
import classes from './Blocks.module.css'

interface InsertMenuProps {
  template: EmailTemplate
  /** Where it is put, e.g. 'Subject'. */
  into: string
  onInsert: (text: string) => void
}

/** What a message knows, in people's words, each with an example. A link needs words to be pressed. */
export function InsertMenu({ template: { variables, sample }, into, onInsert }: InsertMenuProps) {
  // What is put in leaves the focus in the text.
  const [isChosen, setChosen] = useState(false)
  const isOwn = (name: string) => name in sample
  function choose(name: string) {
    setChosen(true)
    onInsert(
      name.endsWith('_url') && into !== 'Subject' ? `[${variableWords(name)}]({{${name}}})` : `{{${name}}}`,
    )
  }
  const items = (names: string[]) =>
    names.map((name) => (
      <Menu.Item key={name} onClick={() => choose(name)}>
        {variableWords(name)}
        {sample[name] && (
          <Text as="span" tone="dim" size="xs" nowrap block className={classes.example}>
            {sample[name].split('\n')[0]}
          </Text>
        )}
      </Menu.Item>
    ))
  return (
    <Menu
      position="bottom-end"
      width={290}
      shadow="lg"
      withInitialFocusPlaceholder={false}
      returnFocus={!isChosen}
      onOpen={() => setChosen(false)}
      portalProps={{ target: '#main' }}
      classNames={{ dropdown: classes.menu ?? '', item: classes.item ?? '' }}
    >
      <Menu.Target>
        <Button variant="subtle" className={classes.insert ?? ''} aria-label={`Insert into ${into}`}>
          Insert
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>This message</Menu.Label>
        {items(variables.filter(isOwn))}
        <Menu.Label>Your facility</Menu.Label>
        {items(variables.filter((name) => !isOwn(name)))}
      </Menu.Dropdown>
    </Menu>
  )
}
