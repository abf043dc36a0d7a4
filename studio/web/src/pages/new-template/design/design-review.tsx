import { Loader, NativeSelect, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { ErrorState } from '../../../parts/error-state.tsx';
import { designImportWords as words } from '../../../words/design-import.ts';
import classes from './design-review.module.css';
import { FontFiles } from './font-files.tsx';
import { LossList } from './loss-list.tsx';
import { Pictures } from './pictures.tsx';
import type { useConversion } from './use-conversion.ts';
import { VariableChoices } from './variable-choices.tsx';

interface DesignReviewProps {
  readonly file: File;
  readonly conversion: ReturnType<typeof useConversion>;
  /** Font files that are given with it. */
  readonly fonts: readonly File[];
  readonly onFonts: (fonts: readonly File[]) => void;
  /** The places of the chosen variables; null for those that the design marks. */
  readonly chosen: readonly number[] | null;
  readonly onChoose: (chosen: readonly number[]) => void;
  /** The place of the page, frame or artboard that is converted. */
  readonly page: number;
  readonly onPage: (page: number) => void;
}

/** A design beside the template that it becomes, what is lost, and the variables that it could have. */
export function DesignReview(props: DesignReviewProps): ReactNode {
  const { file, conversion, fonts, onFonts, chosen, onChoose, page, onPage } = props;
  const [shown, setShown] = useState<string | null>(null);
  const { data: converted, error, isFetching, isPlaceholderData } = conversion;
  const missing = converted?.missingFonts ?? [];
  const fontFiles =
    missing.length === 0 && fonts.length === 0 ? null : (
      <FontFiles
        // It stays, with the focus, when an error takes the place of the pictures.
        key="fonts"
        design={file}
        files={fonts}
        onFiles={onFonts}
        missing={missing}
        results={isPlaceholderData ? undefined : converted?.fonts}
      />
    );
  if (error !== null) {
    return (
      <div className={classes.review}>
        <ErrorState error={error} onRetry={() => void conversion.refetch()} />
        {fontFiles}
      </div>
    );
  }
  if (converted === undefined) {
    return (
      <div className={classes.waiting} role="status">
        <Loader size="sm" />
        <Text size="sm">{words.converting}</Text>
      </div>
    );
  }
  return (
    <div className={classes.review} aria-busy={isFetching}>
      <Text size="sm" c="dimmed">
        {words.summary(words.formats[converted.format], converted.kept)}
      </Text>
      {converted.pages.length < 2 ? null : (
        <NativeSelect
          label={words.pages(converted.pages.length)}
          description={words.pagesHint}
          value={String(page)}
          onChange={(event) => onPage(Number(event.currentTarget.value))}
          data={converted.pages.map((name, place) => ({
            value: String(place),
            label: words.page(place + 1, name),
          }))}
          maw={480}
        />
      )}
      <Pictures file={file} converted={converted} shown={shown} isWaiting={isFetching} />
      {fontFiles}
      <div className={classes.columns}>
        <LossList
          losses={converted.losses}
          isCompared={converted.comparison !== null}
          {...{ shown }}
          onShow={setShown}
        />
        <VariableChoices variables={converted.variables} chosen={chosen} onChoose={onChoose} />
      </div>
    </div>
  );
}
