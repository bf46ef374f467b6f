import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createGood, type Good } from '../../../../../shared/contract/payments/till.ts'
import { formatAmount } from '../../../../../shared/domain/money/money.ts'
import { type TaxClass, taxClasses } from '../../../../../shared/domain/money/salesTax.ts'
import { read } from '../../../../api/read.ts'
import { touches } from '../../../../api/touches.ts'
import { useForm } from '../../../../components/form/useForm.ts'
import { ConfirmAction } from '../../../../components/staff/form/ConfirmAction.tsx'
import { Form } from '../../../../components/staff/form/Form.tsx'
import { FormDialog } from '../../../../components/staff/form/FormDialog.tsx'
import { Heading, List, Panel, Row, Stack, Text } from '../../../../ui/layout.tsx'
import { MoneyField, NumberField } from '../../../../ui/NumberField.tsx'
import { Loaded } from '../../../../ui/staff/Loaded.tsx'
import { moneyText, readNumber } from '../../../../ui/typedNumber.ts'

/** What people call the classes. */
export const taxClassNames: Readonly<Record<TaxClass, string>> = {
  cages: 'Cage time',
  lessons: 'Lessons',
  classes: 'Classes',
  camps: 'Camps',
  memberships: 'Membership',
  goods: 'Goods',
}

/** What the front desk sells, kept by admins: name, price, tax class, and how many are left where someone counts them. */
export function GoodsSection() {
  const goods = useQuery(read('GET /api/admin/goods'))
  const [opened, setOpened] = useState<Good | 'new'>()
  const [deleting, setDeleting] = useState<Good>()
  return (
    <Stack>
      <Loaded query={goods} height={160}>
        {({ items }) => (
          <>
            {items.length === 0 && <Text>Nothing for sale yet. Add drinks, gloves or tokens.</Text>}
            <List aria-label="For sale">
              {items.map((good) => (
                <Panel as="li" padded small key={good.id}>
                  <Row apart>
                    <div>
                      <Heading as="h3">{good.name}</Heading>
                      <Text tone="dim" size="sm" numbers>
                        {formatAmount(good.price)} · {taxClassNames[good.tax_class]}
                        {good.tax_percent > 0 && `, ${good.tax_percent}% tax`} ·{' '}
                        {good.count === null ? 'not counted' : `${good.count} left`}
                      </Text>
                    </div>
                    <Row>
                      <Button
                        variant="default"
                        aria-label={`Edit ${good.name}`}
                        onClick={() => setOpened(good)}
                      >
                        Edit
                      </Button>
                      <Button
                        variant="default"
                        aria-label={`Delete ${good.name}`}
                        onClick={() => setDeleting(good)}
                      >
                        Delete
                      </Button>
                    </Row>
                  </Row>
                </Panel>
              ))}
            </List>
          </>
        )}
      </Loaded>
      <Row>
        <Button color="stitch.6" onClick={() => setOpened('new')}>
          Add Item
        </Button>
      </Row>
      <FormDialog
        of={opened}
        title={(of) => (of === 'new' ? 'Add Item' : 'Edit Item')}
        onClose={() => setOpened(undefined)}
        startsInField
      >
        {(of, close) => <GoodForm good={of === 'new' ? null : of} onClose={close} />}
      </FormDialog>
      <ConfirmAction
        of={deleting}
        onClose={() => setDeleting(undefined)}
        asks={{
          title: 'Delete this item?',
          text: 'The desk no longer sells it. What was sold stays in your reports.',
          label: 'Delete Item',
        }}
        send={({ id }, once) => once('DELETE /api/admin/goods/:good_id', { good_id: id })}
        touches={touches.goods}
      />
    </Stack>
  )
}

function GoodForm({ good, onClose }: { good: Good | null; onClose: () => void }) {
  const count = good?.count == null ? '' : String(good.count)
  const form = useForm({
    values: {
      name: good?.name ?? '',
      price: good ? moneyText(good.price) : '',
      tax_class: (good?.tax_class ?? 'goods') as TaxClass,
      count,
    },
    schema: createGood.body,
    request: (values) => ({
      ...{ name: values.name, price: readNumber(values.price), tax_class: values.tax_class },
      // The desk may be selling it: only a count that was typed replaces what is left.
      ...((good === null || values.count !== count) && {
        count: values.count.trim() === '' ? null : readNumber(values.count),
      }),
    }),
    send: (json, once) =>
      good
        ? once('PATCH /api/admin/goods/:good_id', { good_id: good.id, ...json })
        : once('POST /api/admin/goods', json),
    touches: touches.goods,
    fieldOf: { good_exists: 'name' },
    onDone: onClose,
  })
  return (
    <Form form={form} label="Item for sale" submit={good ? 'Save Item' : 'Add Item'} onCancel={onClose}>
      <TextInput label="Name" maxLength={100} autoComplete="off" data-autofocus {...form.field('name')} />
      <MoneyField label="Price" {...form.bind('price')} />
      <NativeSelect
        size="sm"
        label="Tax Class"
        data={taxClasses.map((value) => ({ value, label: taxClassNames[value] }))}
        {...form.field('tax_class')}
      />
      <NumberField
        label="Left (optional)"
        description="Leave it empty if nobody counts them."
        {...form.bind('count')}
      />
    </Form>
  )
}
