/** Texts of all scripts that the cases use: a name, a label and a sentence. */
export const scripts = {
  latin: {
    name: 'Zoë Fitzgerald',
    label: 'In stock',
    sentence: 'The quick brown fox jumps over the lazy dog while nobody watches it.',
  },
  cyrillic: {
    name: 'Екатерина Соловьёва',
    label: 'В наличии',
    sentence: 'Съешь же ещё этих мягких французских булок, да выпей чаю.',
  },
  arabic: {
    name: 'محمد عبد الرحمن',
    label: 'متوفر الآن',
    sentence: 'نص حكيم له سر قاطع وذو شأن عظيم مكتوب على ثوب أخضر.',
  },
  japanese: {
    name: '佐藤 花子',
    label: '在庫あり',
    sentence: '吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。',
  },
  devanagari: {
    name: 'अनन्या शर्मा',
    label: 'उपलब्ध है',
    sentence: 'ऋषियों को सताने वाले दुष्ट राक्षसों के राजा रावण का सर्वनाश करने वाले।',
  },
  hebrew: {
    name: 'נועה לוי',
    label: 'במלאי',
    sentence: 'דג סקרן שט בים מאוכזב ולפתע מצא לו חברה.',
  },
  thai: {
    name: 'สมชาย ใจดี',
    label: 'มีสินค้า',
    sentence: 'เป็นมนุษย์สุดประเสริฐเลิศคุณค่ากว่าบรรดาฝูงสัตว์เดรัจฉาน',
  },
} as const;

export type Script = keyof typeof scripts;
