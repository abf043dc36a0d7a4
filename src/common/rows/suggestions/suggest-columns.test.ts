import { strict as assert } from 'node:assert';
import { describe, test } from 'node:test';
import type { ValueSource } from '../row-values.ts';
import { columnWords } from './column-words.ts';
import { suggestColumns } from './suggest-columns.ts';

interface Variable {
  readonly name: string;
  readonly type: string;
  readonly label?: string;
}

const certificate: readonly Variable[] = [
  { name: 'recipient', type: 'text', label: 'Recipient' },
  { name: 'course', type: 'text', label: 'What was completed' },
  { name: 'issued', type: 'date', label: 'Date of issue' },
  { name: 'hours', type: 'number', label: 'Hours of study' },
  { name: 'photo', type: 'image', label: 'Photo' },
];

/** Suggestions as the page shows them: the name of a column, or the text that joins some. */
function suggest(
  variables: readonly Variable[],
  columns: readonly string[],
  lines: readonly (readonly string[])[] = [],
  filled: Readonly<Record<string, ValueSource | null>> = {},
): Readonly<Record<string, string | undefined>> {
  const records = lines.map((cells, index) => ({ line: index + 2, cells }));
  const found = suggestColumns({ columns, records }, variables, new Map(Object.entries(filled)));
  return Object.fromEntries(
    Array.from(found, ([name, each]) => [name, 'joined' in each ? each.joined : columns[each.column]]),
  );
}

const texts = (...names: readonly string[]): Variable[] => names.map((name) => ({ name, type: 'text' }));

describe('suggestColumns', () => {
  test('finds the columns of a certificate in each language', () => {
    const row = ['Ada', 'Byron', 'Backen', '01.11.2026', '12', 'ada.jpg'];
    const sheets = [
      ['Vorname', 'Nachname', 'Kurs', 'Datum', 'Stunden', 'Foto'],
      ['First name', 'Last name', 'Course', 'Date', 'Hours', 'Photo'],
      ['Given name', 'SURNAME', 'Training', 'issued on', 'No. of hours', 'picture_file'],
      ['Prénom', 'Nom', 'Formation', 'Date d’émission', 'Nombre d’heures', 'Photo'],
      ['Nombre', 'Apellidos', 'Curso', 'Fecha', 'Horas', 'Foto'],
      ['Nome', 'Cognome', 'Corso', 'Data di rilascio', 'Ore', 'Immagine'],
      ['Voornaam', 'Achternaam', 'Cursus', 'Datum', 'Aantal uren', 'Pasfoto'],
      ['Nome', 'Sobrenome', 'Formação', 'Data', 'Carga horária', 'Imagem'],
      ['vorname', 'Name', 'Kursname', 'Ausgestellt am', 'Stunden (h)', 'Bild *'],
    ];
    for (const header of sheets) {
      const [first, last, course, issued, hours, photo] = header;
      assert.deepEqual(
        suggest(certificate, header, [row]),
        { recipient: `{{${first}}} {{${last}}}`, course, issued, hours, photo },
        header.join(', '),
      );
      // In any order, and without rows.
      assert.deepEqual(suggest(certificate, header.toReversed()), suggest(certificate, header, [row]));
    }
  });

  test('suggests nothing that is only a little alike', () => {
    assert.deepEqual(suggest(certificate.slice(3, 4), ['Kurs'], [['Backen']]), {});
    assert.deepEqual(suggest(texts('hours', 'date', 'title'), ['Kurs', 'Rate', 'Tilde']), {});
    assert.deepEqual(suggest(texts('item1', 'item2'), ['Item 3', 'item12']), {});
    const near = suggest(texts('recipient', 'price', 'guest', 'headline'), [
      'Recipent',
      'Pirce',
      'guset',
      'Headlines',
    ]);
    assert.deepEqual(near, { recipient: 'Recipent', price: 'Pirce', guest: 'guset', headline: 'Headlines' });
    assert.deepEqual(
      suggest([{ name: 'x', label: 'Name of the seller', type: 'text' }], ['name of the_seller']),
      {
        x: 'name of the_seller',
      },
    );
  });

  test('suggests no column whose values cannot be those of the variable', () => {
    const dates = [['2026-11-01'], ['2026-11-02']];
    assert.deepEqual(suggest([{ name: 'hours', type: 'number' }], ['Stunden'], dates), {});
    assert.deepEqual(suggest([{ name: 'hours', type: 'text' }], ['Stunden'], [['viele'], ['wenige']]), {});
    assert.deepEqual(
      suggest([{ name: 'hours', type: 'number' }], ['Stunden'], [['12'], ['7,5'], ['8 Std.']]),
      {
        hours: 'Stunden',
      },
    );
    assert.deepEqual(suggest([{ name: 'issued', type: 'date' }], ['Datum'], [['KW 12']]), {});
    assert.deepEqual(suggest(texts('course'), ['Kurs'], [['1,0843'], ['1,0901']]), {});
    assert.deepEqual(suggest(texts('recipient'), ['Teilnehmer'], [['12'], ['7']]), {});
    assert.deepEqual(suggest(texts('recipient'), ['Empfänger'], [['ada@example.com']]), {});
    assert.deepEqual(suggest([{ name: 'photo', type: 'image' }], ['Bild'], [['brief.pdf']]), {});
    assert.deepEqual(suggest([{ name: 'photo', type: 'image' }], ['Bild'], [['p1'], ['p2.HEIC']]), {
      photo: 'Bild',
    });
    // One of five may be something else.
    const filled = [['1'], ['2'], ['3'], ['4'], ['-']];
    assert.deepEqual(suggest([{ name: 'hours', type: 'number' }], ['Stunden'], filled), { hours: 'Stunden' });
  });

  test('suggests none of several that fit equally well, and each column once', () => {
    assert.deepEqual(suggest(texts('course'), ['Kurs', 'Seminar']), {});
    assert.deepEqual(suggest(texts('city', 'venue'), ['Ort']), {});
    assert.deepEqual(suggest(texts('venue'), ['Ort']), { venue: 'Ort' });
    const dates: Variable[] = [
      { name: 'date', type: 'date' },
      { name: 'issued', type: 'date' },
    ];
    assert.deepEqual(suggest(dates, ['Datum']), { date: 'Datum' });
    assert.deepEqual(suggest(dates, ['Ausstellungsdatum', 'Datum']), {
      date: 'Datum',
      issued: 'Ausstellungsdatum',
    });
    assert.deepEqual(suggest(dates.slice(1), ['Datum', 'Termin']), {});
    assert.deepEqual(suggest(dates, ['Geburtsdatum', 'Gültig bis']), {});
    assert.deepEqual(suggest(dates, ['Datum'], [], { date: 0 }), {}, 'the column is in use');
    assert.deepEqual(suggest(dates.slice(0, 1), ['Datum'], [], { date: null }), {}, 'it has a fixed value');
    assert.deepEqual(suggest(texts('price', 'oldPrice'), ['Preis']), { price: 'Preis' });
  });

  test('takes the only column of pictures for the only picture', () => {
    const image: Variable = { name: 'visual', type: 'image' };
    assert.deepEqual(suggest([image], ['Zdjęcie', 'Uwagi'], [['a.png', 'x']]), { visual: 'Zdjęcie' });
    assert.deepEqual(suggest([image], ['Zdjęcie', 'Uwagi'], [['a.png', 'b.png']]), {});
    assert.deepEqual(suggest([{ name: 'photo', type: 'image' }], ['Firmenlogo'], [['a.png']]), {});
  });

  test('joins the parts of a name for a whole one', () => {
    assert.deepEqual(suggest(texts('attendeeName'), ['Voornaam', 'Tussenvoegsel', 'Achternaam']), {
      attendeeName: '{{Voornaam}} {{Tussenvoegsel}} {{Achternaam}}',
    });
    assert.deepEqual(suggest(texts('name'), ['Nombre', 'Primer apellido', 'Segundo apellido']), {
      name: '{{Nombre}} {{Primer apellido}} {{Segundo apellido}}',
    });
    assert.deepEqual(suggest(texts('recipient'), ['Teilnehmer/in', 'Vorname', 'Nachname']), {
      recipient: 'Teilnehmer/in',
    });
    const badge = texts('firstName', 'last_name', 'recipient');
    assert.deepEqual(suggest(badge, ['Name', 'Vorname']), {
      firstName: 'Vorname',
      last_name: 'Name',
      recipient: '{{Vorname}} {{Name}}',
    });
    // A column of its name is half of what the variable needs.
    assert.deepEqual(suggest(texts('name'), ['Vorname', 'Name'], [], { name: 1 }), {
      name: '{{Vorname}} {{Name}}',
    });
    assert.deepEqual(suggest(texts('name'), ['Vorname', 'Nachname', 'Name'], [], { name: 2 }), {});
    assert.deepEqual(suggest(texts('recipient'), ['Name', 'Kurs']), { recipient: 'Name' });
  });

  test('joins no names where it is not clear for whom', () => {
    assert.deepEqual(suggest(texts('author', 'speaker'), ['Vorname', 'Nachname']), {});
    assert.deepEqual(suggest(texts('speaker', 'recipient'), ['Vorname', 'Nachname']), {
      recipient: '{{Vorname}} {{Nachname}}',
    });
    assert.deepEqual(suggest(texts('recipient'), ['Vorname', 'Nachname', 'Nachname']), {});
    assert.deepEqual(suggest(texts('recipient'), ['Vorname']), {});
    assert.deepEqual(suggest(texts('recipient'), ['Vorname', 'Nachname'], [['Ada', '7']]), {});
    assert.deepEqual(suggest(texts('company', 'note'), ['Vorname', 'Nachname']), {});
    // Beside names, a title is an academic one.
    assert.deepEqual(suggest(texts('title'), ['Titre', 'Prénom', 'Nom']), {});
    assert.deepEqual(suggest(texts('title'), ['Titre', 'Prix']), { title: 'Titre' });
  });
});

test('each word of the table means what it is listed for', () => {
  for (const [meaning, listed] of columnWords) {
    for (const word of listed) {
      assert.notEqual(word, '', meaning);
      assert.equal(listed.filter((each) => each === word).length, 1, `${meaning}: ${word}`);
    }
  }
});
