/**
 * What the usual columns of sheets, and the variables that they fill, are called: in English, German, French,
 * Spanish, Italian, Dutch and Portuguese. Letter case, accents, blanks and punctuation do not count (see
 * meanings.ts). A word may have several meanings; one with another meaning in everyday sheets is left out
 * (Portuguese "apelido" is a last name in Portugal and a nickname in Brazil).
 */
const words = {
  /** Either the whole name or a half of it: the other columns decide. */
  name: 'name; names; nom; noms; nombre; nombres; nome; naam',
  fullName: `full name; whole name; complete name; display name; first and last name; name and surname;
    first name and last name; last name, first name; first name, last name; person;
    vollständiger Name; ganzer Name; Vor- und Nachname; Vor- und Zuname; Name, Vorname; Vorname, Name;
    Nachname, Vorname; Vorname, Nachname; Vorname und Nachname;
    nom complet; nom et prénom; prénom et nom; nom, prénom; prénom, nom; personne;
    nombre completo; nombre y apellido; nombre y apellidos; apellidos y nombre; apellidos, nombre;
    nome completo; nome e cognome; cognome e nome; nominativo; nome e sobrenome;
    volledige naam; voor- en achternaam; persoon`,
  firstName: `first name; given name; given names; forename; Vorname; Vornamen; Rufname; prénom; prénoms;
    nombre de pila; nome di battesimo; voornaam; roepnaam; primeiro nome; nome próprio`,
  middleName: `middle name; middle names; middle initial; second first name; zweiter Vorname;
    deuxième prénom; secondo nome; tussenvoegsel; tussenvoegsels; voorvoegsel; nome do meio; Namenszusatz`,
  lastName: `last name; surname; family name; Nachname; Familienname; Zuname; nom de famille; apellido;
    apellidos; primer apellido; apellido 1; apellido paterno; cognome; achternaam; familienaam; sobrenome;
    último nome`,
  secondLastName: 'second last name; second surname; segundo apellido; apellido 2; apellido materno',

  recipient: `recipient; addressee; holder; certificate holder; awardee; honoree; laureate; graduate;
    winner; attendee; participant; student; pupil; learner; trainee; member; guest; visitor; delegate;
    Empfänger; Empfängerin; Inhaber; Inhaberin; Teilnehmer; Teilnehmerin; Teilnehmende; Teilnehmender;
    Absolvent; Absolventin; Schüler; Schülerin; Studentin; Studierende; Mitglied; Gast; Besucher;
    Besucherin; Preisträger; Preisträgerin;
    destinataire; titulaire; bénéficiaire; participante; lauréat; lauréate; élève; étudiant; étudiante;
    membre; invité; invitée; stagiaire; apprenant; apprenante;
    destinatario; destinataria; titular; asistente; alumno; alumna; estudiante; miembro; socio; invitado;
    invitada; beneficiario; beneficiaria;
    partecipante; intestatario; intestataria; studente; studentessa; allievo; allieva; corsista; membro;
    ospite; diplomato; diplomata;
    ontvanger; deelnemer; deelneemster; cursist; leerling; lid; bezoeker; geslaagde;
    destinatário; destinatária; aluno; aluna; estudante; formando; formanda; convidado; convidada`,
  personTitle: `academic title; academic degree; honorific; akademischer Titel; akademischer Grad; civilité;
    titre académique; tratamiento; titolo accademico; aanhef`,

  author: 'author; authors; Autor; Autorin; Verfasser; auteur; autrice; autora; autore; auteurs',
  speaker: `speaker; presenter; Referent; Referentin; Redner; Rednerin; intervenant; intervenante; ponente;
    relatore; relatrice; spreker; palestrante; orador; oradora`,
  employee: `employee; Mitarbeiter; Mitarbeiterin; Mitarbeitende; Angestellte; employé; employée; empleado;
    empleada; dipendente; medewerker; werknemer; funcionário; funcionária`,
  customer: 'customer; client; Kunde; Kundin; cliente; klant',

  course: `course; training; training course; class; seminar; workshop; Kurs; Kursname; Kurstitel; Kursus;
    Schulung; Lehrgang; Fortbildung; Weiterbildung; Seminarname; Seminartitel; Veranstaltung;
    cours; formation; stage; séminaire; atelier; curso; formación; taller; capacitación; corso;
    corso di formazione; formazione; cursus; opleiding; formação; oficina`,
  event: `event; event name; Veranstaltung; Anlass; événement; évènement; evento; evenement; conference;
    Konferenz; conférence; conferencia; conferenza; conferentie; conferência`,
  distinction: `distinction; honours; honors; Auszeichnung; Prädikat; mention; mención; menzione;
    onderscheiding; menção`,
  grade: `grade; mark; score; result; Note; Ergebnis; Punktzahl; note; résultat; nota; calificación;
    resultado; voto; risultato; cijfer; resultaat; classificação`,
  certificateNumber: `certificate number; certificate no; certificate id; Zertifikatsnummer;
    Zertifikatnummer; Zertifikats-Nr; Urkundennummer; numéro de certificat; numéro du certificat;
    número de certificado; número del certificado; numero certificato; numero di certificato;
    certificaatnummer; número do certificado`,
  organisation: `organisation; organization; institution; Organisation; Einrichtung; Institution; Verein;
    organisme; établissement; organización; institución; organizzazione; ente; istituto; organisatie;
    instelling; organização; instituição`,
  company: `company; firm; business; employer; Firma; Firmenname; Unternehmen; Betrieb; Arbeitgeber;
    entreprise; société; empresa; compañía; azienda; ditta; società; bedrijf; bedrijfsnaam; werkgever;
    companhia`,
  department: `department; Abteilung; service; département; departamento; reparto; afdeling`,
  job: `job; job title; role; position; function; occupation; profession; Funktion; Position; Rolle; Beruf;
    Stelle; Berufsbezeichnung; fonction; poste; rôle; métier; cargo; puesto; función; profesión; ruolo;
    qualifica; mansione; posizione; functie; functietitel; rol; beroep; função; profissão`,

  date: 'date; day; Datum; Tag; Termin; jour; fecha; día; data; giorno; dag; dia',
  issueDate: `issued; issued on; issue date; date of issue; date issued; date of the certificate;
    date of the invoice; ausgestellt; ausgestellt am; Ausstellungsdatum; Ausstelldatum; Rechnungsdatum;
    Datum der Ausstellung; délivré le; date de délivrance; date d’émission; fecha de emisión;
    fecha de expedición; emitido el; data di rilascio; data di emissione; rilasciato il; datum van afgifte;
    afgiftedatum; uitgegeven op; data de emissão; emitido em`,
  startDate: `start date; start; from date; begins; Startdatum; Beginn; Anfang; date de début; début;
    fecha de inicio; inicio; data di inizio; inizio; begindatum; begin; data de início; início`,
  endDate: `end date; end; ends; Enddatum; Ende; date de fin; fin; fecha de fin; data di fine; fine; einde;
    einddatum; data de fim; fim`,
  dueDate: `due; due date; payable until; to be paid until; fällig; fällig am; Fälligkeit;
    Fälligkeitsdatum; échéance; date d’échéance; vencimiento; fecha de vencimiento; scadenza;
    data di scadenza; vervaldatum; vencimento; data de vencimento`,
  expiryDate: `valid until; expires; expiry date; expiration date; gültig bis; Ablaufdatum; valable jusqu’au;
    date d’expiration; válido hasta; fecha de caducidad; valido fino al; geldig tot; válido até`,
  birthDate: `birth date; birthday; date of birth; born; Geburtsdatum; Geburtstag; geboren; geboren am;
    date de naissance; né le; fecha de nacimiento; nacimiento; data di nascita; geboortedatum;
    data de nascimento; nascimento`,
  hours: `hours; number of hours; no. of hours; hours of study; study hours; duration in hours; Stunden;
    Stundenzahl;
    Anzahl Stunden; Std; Unterrichtsstunden; Kursstunden; Dauer in Stunden; heures; nombre d’heures;
    horas; número de horas; ore; numero di ore; uren; aantal uren; carga horária`,
  time: 'time; start time; Uhrzeit; Zeit; Beginn; heure; hora; ora; orario; tijd; tijdstip; horário',
  year: 'year; Jahr; année; an; año; anno; jaar; ano',

  photo: `photo; photograph; picture; image; photo file; picture file; image file; file name of the photo;
    Foto; Photo; Bild; Bilddatei; Fotodatei; fichier photo; imagen; fotografía; immagine; fotografia;
    afbeelding; fotobestand; imagem`,
  portrait: `portrait; avatar; headshot; profile picture; profile photo; Porträt; Portrait; Passbild;
    Passfoto; Profilbild; Profilfoto; photo d’identité; photo de profil; retrato; foto de perfil; ritratto;
    foto profilo; pasfoto; portret; profielfoto`,
  logo: 'logo; Firmenlogo; logotype; logotipo; company logo',

  email: `email; e-mail; mail; email address; e-mail address; mail address; E-Mail-Adresse; Mailadresse;
    courriel; adresse e-mail; adresse mail; adresse électronique; correo; correo electrónico;
    posta elettronica;
    indirizzo e-mail; e-mailadres; mailadres; endereço de e-mail; correio eletrónico`,
  phone: `phone; phone number; telephone; telephone number; Telefon; Telefonnummer; Tel; téléphone;
    numéro de téléphone; teléfono; número de teléfono; telefono; numero di telefono; telefoon;
    telefoonnummer; telefone; número de telefone`,
  mobile: `mobile; mobile number; mobile phone; cell phone; cell; Handy; Handynummer; Mobilnummer; mobil;
    Mobiltelefon; portable; móvil; celular; cellulare; mobiel; mobiele telefoon; telemóvel`,
  website: `website; web site; homepage; web page; url; Webseite; Internetseite; site web; site internet;
    sitio web; página web; sito; sito web; site`,
  address: 'address; postal address; Adresse; Anschrift; Postadresse; dirección; indirizzo; adres; endereço',
  street: `street; street address; Straße; Strasse; Straße und Hausnummer; rue; calle; via; straat;
    straatnaam; rua`,
  postcode: `postcode; postal code; zip; zip code; PLZ; Postleitzahl; code postal; código postal; CAP;
    codice postale; cep`,
  city: 'city; town; Stadt; Ort; Wohnort; ville; ciudad; città; stad; woonplaats; plaats; cidade',
  venue: `venue; location; place; Ort; Veranstaltungsort; Kursort; lieu; lugar; luogo; sede; locatie;
    plaats; local`,
  country: 'country; Land; pays; país; paese; nazione; nation',

  headline: 'title; headline; heading; Titel; Überschrift; titre; título; titular; titolo; kop',
  subtitle: 'subtitle; subheading; Untertitel; sous-titre; subtítulo; sottotitolo; ondertitel',
  description: `description; Beschreibung; descripción; descrizione; beschrijving; omschrijving;
    descrição`,
  category: 'category; Kategorie; Rubrik; catégorie; categoría; categoria; categorie; rubriek',
  product: `product; product name; item; article; Produkt; Produktname; Artikel; Artikelname; produit;
    producto; artículo; prodotto; articolo; artikelnaam; produto; artigo`,
  price: `price; unit price; Preis; Einzelpreis; prix; prix unitaire; precio; precio unitario; prezzo;
    prezzo unitario; prijs; preço; preço unitário`,
  quantity: `quantity; qty; amount; count; Menge; Anzahl; Stückzahl; quantité; cantidad; quantità; aantal;
    hoeveelheid; quantidade`,
  seat: 'seat; seat number; Sitz; Sitzplatz; Platz; siège; asiento; posto; stoel; zitplaats; assento; lugar',
  remark: `note; notes; remark; remarks; comment; comments; Bemerkung; Bemerkungen; Anmerkung; Kommentar;
    Notiz; remarque; commentaire; observaciones; comentario; osservazioni; commento; opmerking; opmerkingen;
    observações; comentário`,
} as const;

/** What a column or a variable is about. */
export type Meaning = keyof typeof words;

/** The words of each meaning, as people write them. */
export const columnWords: ReadonlyMap<Meaning, readonly string[]> = new Map(
  Object.entries(words).map(([meaning, listed]) => [
    meaning as Meaning,
    listed.split(';').map((word) => word.trim().replaceAll(/\s+/g, ' ')),
  ]),
);

/** Words that only connect others, or say of them that they are names: "name of the course" is the course. */
export const fillers: ReadonlySet<string> = new Set(
  `the a an of in on for your our my s
   der die das des dem den ein eine von vom zu zur zum im am für ihr ihre dein deine
   le la les l un une de du des d pour votre
   el los las del un una para su tu
   il lo gli i di del dello della dei per
   het een van voor uw
   o os as do da dos das
   name nom nombre nome naam`.split(/\s+/),
);
