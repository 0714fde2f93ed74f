// A page of the same markup as a panel's, rendered anew for each request by html/template.
//
//	go run page.go PORT PAGE-FILE
//
// Each key of an item in the page becomes an action of the template: about as many as a program would have.
package main

import (
	"fmt"
	"html/template"
	"log"
	"net/http"
	"os"
	"regexp"
	"strings"
)

func main() {
	page, err := os.ReadFile(os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	head, rows, found := strings.Cut(string(page), "<main")
	if !found {
		log.Fatal("The page has no <main>.")
	}
	keys := []string{}
	numbers := map[string]int{}
	words := regexp.MustCompile(`\b(switch|text|choice|info)_[0-9]+\b`)
	rows = words.ReplaceAllStringFunc(rows, func(key string) string {
		if _, known := numbers[key]; !known {
			numbers[key] = len(keys)
			keys = append(keys, key)
		}
		return fmt.Sprintf("{{index .Keys %d}}", numbers[key])
	})
	// The script of the page is text to the template.
	parsed := template.Must(template.New("page").Parse("<main" + rows))
	http.HandleFunc("/", func(response http.ResponseWriter, request *http.Request) {
		response.Header().Set("Content-Type", "text/html; charset=utf-8")
		response.Write([]byte(head))
		if err := parsed.Execute(response, struct{ Keys []string }{keys}); err != nil {
			log.Print(err)
		}
	})
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Args[1], nil))
}
