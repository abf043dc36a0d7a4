<?php
// A client of OpenAPI Generator for PHP. Composer's packages come from Debian here (php-guzzlehttp-guzzle).
require 'GuzzleHttp/autoload.php';
spl_autoload_register(function (string $class): void {
    require getcwd() . '/lib/' . str_replace('\\', '/', substr($class, strlen('OpenAPI\\Client\\'))) . '.php';
});

use OpenAPI\Client\{Api\DiscoveryApi, Api\GenerateApi, ApiException, Configuration, Model\GenerateRequest};

$settings = Configuration::getDefaultConfiguration()->setHost(getenv('PLATEN_URL'));
$settings->setApiKey('X-Api-Key', getenv('PLATEN_API_KEY'));
$items = [['name' => 'B']];

function render(string $title, mixed $items, string $delivery = 'binary'): string
{
    $variables = ['title' => $title, 'items' => $items];
    $request = new GenerateRequest(['variables' => $variables, 'delivery' => $delivery]);
    $file = (new GenerateApi())->generateImage(getenv('PLATEN_TEMPLATE'), $request);
    return file_get_contents($file->getRealPath());
}

function refused(array $items): string
{
    try {
        return bin2hex(render('a', $items));
    } catch (ApiException $error) {
        return $error->getResponseObject()->getErrors()[0]->getPointer();
    }
}

$calls = [
    'projects' => fn () => (new DiscoveryApi())->listProjects()[0]->getName(),
    'file' => fn () => bin2hex(substr(render('A', json_encode($items)), 0, 4)),
    'link' => fn () => json_decode(render('A', $items, 'link'))->url,
    'lists' => fn () => bin2hex(substr(render('A', $items), 0, 4)),
    'refused' => fn () => refused($items),
];
foreach ($calls as $name => $call) {
    try {
        echo "$name: {$call()}\n";
    } catch (Throwable $error) {
        echo "$name: {$error->getMessage()}\n";
    }
}
